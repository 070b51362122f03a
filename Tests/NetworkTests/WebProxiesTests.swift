import Models
import Network
import Testing

@Suite struct WebProxiesTests {
  private let variables = [
    "http_proxy": "http://p:1", "HTTPS_PROXY": "http://p:2",
    "no_proxy": "nas.example, .lan,10.0.0.0/8 fd00::/8,::1,192.168.7.9",
  ]

  @Test func eachSchemeHasItsOwnProxy() {
    let proxies = WebProxies(variables)
    #expect(proxies.proxy(forHost: "a.example", isSecure: false) == "http://p:1")
    #expect(proxies.proxy(forHost: "a.example", isSecure: true) == "http://p:2")
    let all = WebProxies(["ALL_PROXY": "socks5h://p:3", "https_proxy": ""])
    #expect(all.proxy(forHost: "a.example", isSecure: false) == "socks5h://p:3")
    #expect(all.proxy(forHost: "a.example", isSecure: true) == "socks5h://p:3")
    // CGI servers set HTTP_PROXY from a request header.
    #expect(WebProxies(["HTTP_PROXY": "x"]).proxy(forHost: "a", isSecure: false) == nil)
    #expect(WebProxies().proxy(forHost: "a.example", isSecure: true) == nil)
  }

  @Test(arguments: [
    ("nas.example", true), ("NAS.example.", true), ("a.nas.example", true), ("xnas.example", false),
    ("box.lan", true), ("lan", true), ("10.1.2.3", true), ("11.1.2.3", false),
    ("192.168.7.9", true), ("192.168.7.10", false), ("fd12::1", true), ("fe80::1", false),
    ("::1", true), ("10.example", false),
  ])
  func noProxyAcceptsHostsDomainsAndNetworks(_ host: String, _ isException: Bool) {
    let proxy = WebProxies(variables).proxy(forHost: host, isSecure: false)
    #expect((proxy == nil) == isException)
  }

  @Test(arguments: [
    ("http://me:secret@p.example:3128", "http://p.example:3128"), ("p:1", "p:1"),
    ("me:s@cret@p:1", "p:1"), ("socks5h://p", "socks5h://p"),
  ])
  func proxyIsShownWithoutItsPassword(_ proxy: String, _ shown: CleanText) {
    #expect(WebProxies.shown(proxy) == shown)
  }

  @Test func noProxyStarMatchesAllHosts() {
    #expect(
      WebProxies(["all_proxy": "p", "NO_PROXY": "*"]).proxy(forHost: "a", isSecure: true) == nil)
  }
}
