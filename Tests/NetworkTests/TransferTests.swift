import Models
import Network
import Platform
import TestSupport
import Testing

@Suite final class TransferTests {
  private let server: WebServer
  private let web = CurlSource(publicWeb())

  init() throws {
    server = try WebServer()
  }

  deinit {
    server.stop()
  }

  @Test func byteRangesAreReported() throws {
    server.serve("/x", Array("0123456789".utf8)) { $0.fields = ["Last-Modified: then"] }
    let part = try web.result(server.address("/x")) { $0.part = .init(first: 2, last: 4) }
    #expect(part.bytes == Array("234".utf8))
    #expect(part.response?.start == 2 && part.response?.count == 3 && part.response?.total == 10)
    #expect(part.response?.sendsParts == true && part.response?.validators.date == "then")
    let rest = try web.result(server.address("/x")) { $0.part = .init(first: 8) }
    #expect(rest.bytes == Array("89".utf8))
    let behind = try web.result(server.address("/x")) { $0.part = .init(first: 10) }
    #expect(behind.end == .complete && behind.bytes.isEmpty)
    #expect(behind.response?.total == 10 && behind.response?.count == 0)
    let whole = try web.result(server.address("/x"))
    #expect(whole.response?.total == 10 && whole.bytes.count == 10)
  }

  @Test func serverThatIgnoresRangesIsDetected() throws {
    server.serve("/x", Array("0123456789".utf8)) { $0.allowsRanges = false }
    let found = try web.result(server.address("/x")) { $0.part = .init(first: 2, last: 4) }
    #expect(found.response?.sendsParts == false && found.response?.start == 0)
    #expect(found.bytes.count == 10)
  }

  @Test func wrongByteRangeIsAnError() throws {
    let response = "HTTP/1.1 206 P\r\nContent-Range: bytes 3-4/9\r\nContent-Length: 2\r\n\r\nab"
    server.serve("/x", .init(.raw(Array(response.utf8))))
    let found = try web.result(server.address("/x")) { $0.part = .init(first: 2, last: 3) }
    #expect(found.end == .failure(.unreachable("it returned the wrong byte range.")))
    #expect(found.bytes.isEmpty)
  }

  /// Data that is not wanted yet stays with the server until it is.
  @Test func unwantedDataIsHeldBack() throws {
    let content = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    server.serve("/x", content)
    let isHungry = Lock(false)
    let collector = Collector { count in
      count < 100_000 || isHungry.withLock { $0 } ? .more : .later
    }
    let transfer = web.read(WebRequest(try #require(server.address("/x"))), to: collector)
    #expect(blockUntil { collector.now.bytes.count >= 100_000 })
    #expect(collector.now.bytes.count < 300_000 && collector.now.end == nil)
    isHungry.withLock { $0 = true }
    transfer.resume()
    let found = collector.result()
    #expect(found.bytes == content && found.end == .complete)
  }

  @Test func transferEndsWhenTheReceiverHasEnough() throws {
    server.serve("/x", .init(.endless))
    let collector = Collector { $0 < 50_000 ? .more : .enough }
    _ = web.read(WebRequest(try #require(server.address("/x"))), to: collector)
    #expect(collector.result().end == .enough)
  }

  @Test func cancelledTransferReportsNothing() throws {
    let asked = Wakeup()
    server.serve("/x", []) {
      $0.isAnswered = false
      $0.onRequest = { asked.signal() }
    }
    server.serve("/y", Array("y".utf8))
    let collector = Collector()
    let transfer = web.read(WebRequest(try #require(server.address("/x"))), to: collector)
    asked.wait(timeout: 60)
    transfer.cancel()
    #expect(try web.result(server.address("/y")).end == .complete)
    #expect(collector.now.end == nil)
  }

  @Test func silentServerTimesOut() throws {
    server.serve("/silent", []) { $0.isAnswered = false }
    server.serve("/stall", [UInt8](repeating: 1, count: 9_000)) { $0.stall = 5_000 }
    for path in ["/silent", "/stall"] {
      let found = try web.result(server.address(path)) { $0.stallLimit = 0.3 }
      #expect(found.end == .failure(.stalled))
    }
    server.serve("/trickle", [UInt8](repeating: 1, count: 9_000)) { $0.trickle = 0.01 }
    let found = try web.result(server.address("/trickle")) { $0.totalLimit = 0.5 }
    #expect(found.end == .failure(.timedOut))
  }

  @Test func connectionIsReused() throws {
    server.serve("/x", Array("x".utf8))
    server.serve("/moved", .init(.redirect(302, "/x")))
    server.serve("/none", .init(.status(404)))
    for path in ["/x", "/moved", "/none", "/x"] { _ = try web.result(server.address(path)) }
    #expect(server.requests.count == 5 && server.connectionCount == 1)
  }

  @Test func unchangedContentIsNotSentAgain() throws {
    server.serve("/x", Array("x".utf8)) {
      $0.tag = "\"one\""
      $0.fields = ["Last-Modified: then"]
    }
    let first = try web.result(server.address("/x"))
    let known = try #require(first.response?.validators)
    #expect(known == WebValidators(tag: "\"one\"", date: "then"))
    let second = try web.result(server.address("/x")) { $0.validators = known }
    #expect(second.response?.isUnchanged == true && second.bytes.isEmpty && second.end == .complete)
    // A tag too long to be sent again is dropped.
    server.serve("/x", Array("x".utf8)) { $0.tag = String(repeating: "t", count: 40_000) }
    let long = try web.result(server.address("/x"))
    #expect(long.response?.validators.tag == nil && long.end == .complete)
  }

  @Test func compressionIsOnlyUsedOnRequest() throws {
    server.serve("/x", gzip(Array("hello".utf8))) { $0.fields = ["Content-Encoding: gzip"] }
    let page = try web.result(server.address("/x")) { $0.isCompressible = true }
    #expect(page.bytes == Array("hello".utf8) && page.response?.count == nil)
    #expect(
      try web.result(server.address("/x")).end
        == .failure(.unreachable("it sent the file compressed.")))
    #expect(
      server.requests.map { $0.fields["accept-encoding"]?.contains("gzip") } == [true, false])
  }

  @Test(arguments: [
    "garbage", "HTTP/1.1\r\n\r\nhi", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 103 Early\r\n\r\n",
    "\r\n\r\n", "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 70_000) + "\r\n\r\nhi",
    String(repeating: "\n", count: 65_536) + "HTTP/1.1 200 OK\r\n\r\nhi",
    String(repeating: "HTTP/1.1 103 Early\r\n\r\n", count: 4_000) + "HTTP/1.1 200 OK\r\n\r\nhi",
  ])
  func malformedResponsesAreErrors(_ response: String) throws {
    server.serve("/x", .init(.raw(Array(response.utf8))))
    guard case .failure = try web.result(server.address("/x")).end else {
      Issue.record("the response was accepted")
      return
    }
  }

  @Test func headersAcceptAnyNumbers() throws {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<100 {
      let number = { ExtremeNumbers.text(using: &generator) }
      let lines = [
        "HTTP/1.1 \(generator.int(0..<2) == 0 ? "206" : "416") X", "Content-Length: \(number())",
        "Content-Range: bytes 5-\(number())/\(number())",
      ]
      server.serve("/x", .init(.raw(Array((lines.joined(separator: "\r\n") + "\r\n\r\nhi").utf8))))
      let found = try web.result(server.address("/x")) { $0.part = .init(first: 5) }
      #expect(found.response?.total ?? 0 >= 0 && found.response?.count ?? 0 >= 0)
    }
  }

  @Test func credentialsAreOnlySentToTheirServer() throws {
    let other = try WebServer()
    defer { other.stop() }
    other.serve("/f", Array("x".utf8))
    server.serve("/f", .init(.redirect(302, "http://127.0.0.1:\(other.port)/f")))
    let address = RemoteAddress("http://me:s%20t@127.0.0.1:\(server.port)/f")
    #expect(try web.result(address).end == .complete)
    #expect(server.requests.first?.fields["authorization"] == "Basic bWU6cyB0")
    #expect(other.requests.first?.fields["authorization"] == nil)
  }
}
