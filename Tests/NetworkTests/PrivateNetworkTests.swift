import Models
import Network
import Platform
import TestSupport
import Testing

/// Addresses named by a server on the public web must not lead into a private network, whatever
/// they look like. 127.0.0.1 stands for the public web, 127.0.0.2 for a private network.
@Suite final class PrivateNetworkTests {
  private let outer: WebServer
  private let inner: WebServer

  init() throws {
    outer = try WebServer()
    inner = try WebServer(host: "127.0.0.2", port: outer.port)
    outer.serve("/x", Array("outer".utf8))
    inner.serve("/x", Array("inner".utf8))
  }

  deinit {
    outer.stop()
    inner.stop()
  }

  private func address(_ host: String, _ path: String = "/x") -> RemoteAddress? {
    AddressReader.libcurl.read("http://\(host):\(outer.port)\(path)")
  }

  @Test func userMayNamePrivateHosts() throws {
    let web = CurlSource(publicWeb())
    let found = try web.result(address("127.0.0.2"))
    #expect(found.bytes == Array("inner".utf8) && found.end == .complete)
    #expect(found.response?.isPublic == false)
    #expect(try web.result(address("127.0.0.1")).response?.isPublic == true)
  }

  /// Names, and numbers in all the forms that resolvers accept.
  @Test(arguments: [
    "127.0.0.2", "0x7f000002", "2130706434", "017700000002", "127.2", "rebound.example", "nas",
    "[::ffff:127.0.0.2]", "[::1]", "127.0.0.2.nip.io",
  ])
  func publicWebMayNotNamePrivateHosts(_ host: String) throws {
    let numbers = ["rebound.example", "nas", "127.0.0.2.nip.io"].map {
      "\($0):\(outer.port):127.0.0.2"
    }
    var configuration = publicWeb()
    configuration.numbers = { numbers }
    let web = CurlSource(configuration)
    let named = try web.resultNamedByPublic(address(host)).end
    #expect(named == intoPrivateNetwork)
    outer.serve("/moved", .init(.redirect(302, "http://\(host):\(outer.port)/x")))
    let moved = try web.result(address("127.0.0.1", "/moved")).end
    #expect(moved == intoPrivateNetwork)
    #expect(inner.connectionCount == 0)
  }

  @Test func privateNumbersOfAMixedNameAreSkipped() throws {
    for numbers in ["127.0.0.2,127.0.0.1", "127.0.0.1,127.0.0.2"] {
      let web = CurlSource(publicWeb("mixed.example:\(outer.port):\(numbers)"))
      let found = try web.resultNamedByPublic(address("mixed.example"))
      #expect(found.bytes == Array("outer".utf8) && found.response?.isPublic == true)
    }
    #expect(inner.connectionCount == 0)
  }

  /// Decided by the machine that answered, not by another one of the same name.
  @Test func originIsPrivateOnlyIfTheConnectedMachineIs() throws {
    let web = CurlSource(publicWeb("mixed.example:\(outer.port):127.0.0.1,127.0.0.2"))
    outer.serve("/moved", .init(.redirect(302, "http://127.0.0.2:\(outer.port)/x")))
    #expect(try web.result(address("mixed.example", "/moved")).end == intoPrivateNetwork)
    #expect(inner.connectionCount == 0)
  }

  @Test func reboundNameIsCheckedEachTime() throws {
    let isRebound = Lock(false)
    let port = outer.port
    var configuration = publicWeb()
    configuration.numbers = {
      ["rebind.example:\(port):\(isRebound.withLock { $0 } ? "127.0.0.2" : "127.0.0.1")"]
    }
    let web = CurlSource(configuration)
    outer.serve("/x", Array("outer".utf8)) { $0.keepsConnection = false }
    #expect(try web.resultNamedByPublic(address("rebind.example")).end == .complete)
    isRebound.withLock { $0 = true }
    #expect(try web.resultNamedByPublic(address("rebind.example")).end == intoPrivateNetwork)
    #expect(inner.connectionCount == 0)
  }

  /// A connection opened for the user must not be reused for others.
  @Test func existingConnectionIsChecked() throws {
    let web = CurlSource(publicWeb("nas.example:\(outer.port):127.0.0.2"))
    #expect(try web.result(address("nas.example")).end == .complete)
    #expect(try web.resultNamedByPublic(address("nas.example")).end == intoPrivateNetwork)
    #expect(inner.requests.count == 1)
    #expect(try web.result(address("nas.example")).end == .complete)
  }

  @Test(arguments: [
    "%31%32%37.0.0.2", "rebind%2eexample.com", "127.0.0.2%00.example",
    String(repeating: "a.", count: 500) + "example",
  ])
  func disguisedHostsAreRefused(_ host: String) throws {
    let web = CurlSource(publicWeb())
    #expect(address(host) == nil)
    if let unread = RemoteAddress("http://\(host):\(outer.port)/x") {
      #expect(try web.result(unread).end == .failure(.unreachable("invalid address.")))
    }
    outer.serve("/moved", .init(.redirect(302, "http://\(host):\(outer.port)/x")))
    guard case .failure = try web.result(address("127.0.0.1", "/moved")).end else {
      Issue.record("the redirect was followed")
      return
    }
    #expect(inner.connectionCount == 0)
  }
}
