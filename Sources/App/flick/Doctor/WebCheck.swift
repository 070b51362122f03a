import Models
import Network

enum WebCheck {
  static func make() -> DoctorCheck {
    var findings = [Finding.fine(CleanText(CurlLibrary.version))]
    if !CurlLibrary.hasTLS {
      findings.append(
        .warning(
          .localized("was built without TLS: https addresses cannot be opened"),
          fix: .localized("Install a libcurl built with TLS.")))
    }
    let proxies = WebAccess.proxies
    let used = [("http", proxies.open), ("https", proxies.secure)].compactMap { scheme, proxy in
      proxy.map {
        CleanText.localized("%1$s uses the proxy %2$s", scheme, WebProxies.shown($0))
      }
    }
    findings += used.map { .note($0) }
    if used.isEmpty {
      findings.append(.fine(.localized("no proxy")))
    } else if !proxies.exceptions.isEmpty {
      let exceptions = proxies.exceptions.prefix(20).joined(separator: ", ")
      findings.append(.note(.localized("without a proxy: %s", exceptions)))
    }
    return DoctorCheck(title: "libcurl", findings: findings)
  }
}
