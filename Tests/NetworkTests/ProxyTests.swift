import Models
import Network
import TestSupport
import Testing

/// A proxy that answers requests itself instead of forwarding them.
@Suite final class ProxyTests {
  private let proxy: WebServer

  init() throws {
    proxy = try WebServer()
  }

  deinit {
    proxy.stop()
  }

  private func web(_ variables: [String: String]) -> CurlSource {
    var configuration = publicWeb()
    configuration.proxies = WebProxies(variables)
    return CurlSource(configuration)
  }

  @Test func requestsGoThroughTheProxy() throws {
    proxy.serve("http://far.example/x", Array("x".utf8))
    let web = web(["http_proxy": "http://127.0.0.1:\(proxy.port)"])
    let found = try web.result(RemoteAddress("http://far.example/x"))
    #expect(found.end == .complete && found.response?.isPublic == true)
    #expect(proxy.requests.first?.target == "http://far.example/x")
  }

  @Test func privateHostsAreCheckedBehindAProxy() throws {
    let web = web(["http_proxy": "http://127.0.0.1:\(proxy.port)"])
    for host in ["192.168.0.1", "0x7f.2", "[::1]", "localhost", "nas"] {
      #expect(
        try web.resultNamedByPublic(AddressReader.libcurl.read("http://\(host)/x")).end
          == intoPrivateNetwork)
    }
    #expect(proxy.connectionCount == 0)
  }

  @Test func unreachableProxyIsNamed() throws {
    let gone = try WebServer()
    gone.stop()
    let place = "http://127.0.0.1:\(gone.port)"
    let found = try web(["https_proxy": place]).result(RemoteAddress("https://far.example/x"))
    #expect(found.end == .failure(.unreachable("the proxy cannot be used: \(CleanText(place))")))
  }
}
