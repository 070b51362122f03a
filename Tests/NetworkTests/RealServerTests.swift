import Foundation
import Models
import Network
import TestSupport
import Testing

/// Real servers: nginx and tinyproxy.
@Suite struct RealServerTests {
  private let nginx: ServerProcess
  private let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 100) }

  init() throws {
    nginx = try .nginx()
    try Data(content).write(to: URL(fileURLWithPath: nginx.folder.file("clip.bin")))
  }

  private func web(_ variables: [String: String] = [:]) -> CurlSource {
    var configuration = WebConfiguration(userAgent: "Flick/test")
    configuration.authorities = nginx.folder.file("certificate.pem")
    configuration.proxies = WebProxies(variables)
    return CurlSource(configuration)
  }

  private var address: RemoteAddress? {
    RemoteAddress("https://localhost:\(nginx.port)/clip.bin")
  }

  @Test func partsShareOneHTTP2Connection() async throws {
    let web = web()
    let whole = try web.result(address)
    #expect(whole.bytes == content && whole.response?.total == 300_000)
    #expect(whole.response?.validators.tag != nil)
    let collectors = (0..<8).map { _ in Collector() }
    for (index, collector) in collectors.enumerated() {
      var request = WebRequest(try #require(address))
      request.part = .init(first: Int64(index) * 10_000, last: Int64(index) * 10_000 + 9_999)
      _ = web.read(request, to: collector)
    }
    for (index, collector) in collectors.enumerated() {
      let found = collector.result()
      #expect(found.bytes == Array(content[(index * 10_000)..<(index * 10_000 + 10_000)]))
    }
    #expect(await eventually { nginx.lines(of: "access.log").count == 9 })
    let lines = nginx.lines(of: "access.log").map { $0.split(separator: " ") }
    #expect(lines.allSatisfy { $0.first == "HTTP/2.0" })
    #expect(Set(lines.map(\.last)).count == 1)
  }

  /// How much is buffered is limited by the stream's flow control.
  @Test func unwantedDataIsHeldBack() throws {
    let collector = Collector { $0 < 50_000 ? .more : .later }
    let web = web()
    let transfer = web.read(WebRequest(try #require(address)), to: collector)
    #expect(blockUntil { collector.now.bytes.count >= 50_000 })
    #expect(collector.now.end == nil)
    transfer.cancel()
    withExtendedLifetime(web) {}
  }

  @Test func pagesAreCompressed() throws {
    let page = try web().result(address) { $0.isCompressible = true }
    #expect(page.bytes == content && page.response?.count == nil)
    #expect(try web().result(address).response?.count == 300_000)
  }

  @Test func untrustedCertificateIsRefused() throws {
    let web = CurlSource(WebConfiguration(userAgent: "Flick/test"))
    #expect(
      try web.result(address).end
        == .failure(.unreachable("the certificate of localhost is not trusted.")))
  }

  @Test func proxyForwardsHTTPAndHTTPS() throws {
    let proxy = try ServerProcess.tinyproxy()
    let server = try WebServer()
    defer { server.stop() }
    server.serve("/x", Array("x".utf8))
    let web = web(["all_proxy": "http://127.0.0.1:\(proxy.port)"])
    #expect(try web.result(server.address("/x")).bytes == Array("x".utf8))
    #expect(server.requests.first?.fields["via"]?.contains("tinyproxy") == true)
    let secure = try web.result(address)
    #expect(secure.bytes == content && secure.end == .complete)
    #expect(
      proxy.lines(of: "log").contains { $0.contains("CONNECT localhost:\(nginx.port)") })
    #expect(nginx.lines(of: "access.log").first?.hasPrefix("HTTP/2.0") == true)
    let direct = self.web([
      "all_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "localhost,127.0.0.1",
    ])
    #expect(try direct.result(server.address("/x")).end == .complete)
    #expect(server.requests.last?.fields["via"] == nil)
  }
}
