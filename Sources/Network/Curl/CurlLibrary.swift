import CCurl

/// The libcurl that the program runs with.
package enum CurlLibrary {
  /// Its version and that of its TLS library: `libcurl 7.88.1, OpenSSL/3.0.15`.
  package static var version: String {
    guard let information else { return "libcurl" }
    let text = { (characters: UnsafePointer<CChar>?) in characters.map { String(cString: $0) } }
    return
      (["libcurl \(text(information.pointee.version) ?? "")"]
      + [text(information.pointee.ssl_version)].compactMap(\.self)).joined(separator: ", ")
  }

  /// Whether it supports https.
  package static var hasTLS: Bool {
    (information?.pointee.features ?? 0) & CURL_VERSION_SSL != 0
  }

  private static var information: UnsafeMutablePointer<curl_version_info_data>? {
    flick_curl_version()
  }
}
