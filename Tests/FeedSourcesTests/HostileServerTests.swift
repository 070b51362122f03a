import FeedCore
import FeedSources
import Models
import TestSupport
import Testing

@Suite final class HostileServerTests {
  private let server: WebServer

  init() throws {
    server = try WebServer()
  }

  deinit {
    server.stop()
  }

  private func error(
    _ path: String, _ change: (inout WebFeedConfiguration) -> Void = { _ in }
  ) async throws -> FeedError {
    var settings = configuration()
    change(&settings)
    let source = WebFeedSource(
      address: try #require(server.address(path)), configuration: settings)
    let error = try #require(await source.next().error)
    #expect(!error.place.isEmpty)
    #expect(!error.detail.isEmpty)
    return error
  }

  @Test(arguments: [
    (404, FeedError.Reason.notFound), (410, .notFound), (401, .noPermission), (403, .noPermission),
    (500, .server(500)), (429, .server(429)), (304, .server(304)), (204, .server(204)),
    (302, .server(302)),
  ])
  func statusCodesAreErrors(_ status: Int, _ reason: FeedError.Reason) async throws {
    server.serve("/x", WebServer.Resource(.status(status)))
    #expect(try await error("/x").reason == reason)
  }

  @Test func loginRequestDoesNotHang() async throws {
    server.serve("/x", []) { resource in
      resource.content = .raw(
        Array(
          "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno"
            .utf8))
    }
    #expect(try await error("/x").reason == .noPermission)
  }

  @Test(arguments: [
    "file:///etc/passwd", "gopher://127.0.0.1/", "data:text/plain,x", "ftp://x/y", "ht tp://[x",
    "://",
  ])
  func redirectsToOtherSchemesAreRefused(_ location: String) async throws {
    server.serve("/x", WebServer.Resource(.redirect(302, location)))
    let error = try await error("/x")
    #expect([.refused, .notFound].contains(error.reason), "\(error)")
  }

  @Test func redirectsToPrivateNetworksAreRefused() async throws {
    let inner = try WebServer(host: "127.0.0.2")
    defer { inner.stop() }
    server.serve("/x", WebServer.Resource(.redirect(302, "http://127.0.0.2:\(inner.port)/feed")))
    inner.serve("/feed", jsonFeed("a")) { $0.type = "application/json" }
    let address = try #require(server.address("/x"))
    let source = WebFeedSource(address: address, configuration: configuration(isPublic: true))
    #expect(await source.next().error?.reason == .refused)
    #expect(inner.connectionCount == 0)
    // A user who names a server on a private network may reach it, and be redirected there.
    let own = WebFeedSource(address: address, configuration: configuration())
    #expect(try await own.next().get().items.count == 2)
  }

  @Test func nextPagesInPrivateNetworksAreRefused() async throws {
    server.serve("/named", jsonFeed("a", next: "http://localhost:\(server.port)/2")) {
      $0.type = "application/json"
    }
    server.serve("/resolved", jsonFeed("a", next: "http://rebound.example:\(server.port)/2")) {
      $0.type = "application/json"
    }
    let named = WebFeedSource(
      address: try #require(server.address("/named")), configuration: configuration(isPublic: true))
    #expect(
      try await named.lines().dropFirst().first?.hasPrefix("[Not opened: the next page]") == true)
    let resolved = WebFeedSource(
      address: try #require(server.address("/resolved")),
      configuration: configuration(
        isPublic: true, numbers: "rebound.example:\(server.port):127.0.0.2"))
    #expect(try await resolved.next().get().hasMore)
    #expect(await resolved.next().error?.reason == .refused)
    #expect(server.requests.count == 2)
  }

  /// Opening the clips must not lead into a private network either, so their addresses remember who
  /// named them.
  @Test func clipsNamedByThePublicWebAreMarked() async throws {
    server.serve("/list", Array("#EXTM3U\nhttp://a.example/a.mp4\nhttp://b.example/b.mp4\n".utf8)) {
      $0.type = "audio/mpegurl"
    }
    for isPublic in [true, false] {
      let source = WebFeedSource(
        address: try #require(server.address("/list")),
        configuration: configuration(isPublic: isPublic))
      let page = try await source.next().get()
      let named = page.items.compactMap { item -> Bool? in
        guard case .clip(let clip) = item.kind, case .remote(let address) = clip.location else {
          return nil
        }
        return address.isNamedByPublic
      }
      #expect(named == [isPublic, isPublic])
    }
  }

  @Test func endlessRedirectsEnd() async throws {
    server.serve("/x", WebServer.Resource(.redirect(302, "/x")))
    #expect(try await error("/x").reason == .refused)
    #expect(server.requests.count == 6)
  }

  @Test func otherContentIsNotAFeed() async throws {
    server.serve("/html", Array("<!DOCTYPE html><title>x</title>".utf8)) { $0.type = "text/html" }
    server.serve("/text", Array("hello".utf8)) { $0.type = "text/plain" }
    server.serve("/json", Array("{\"a\": 1}".utf8)) { $0.type = "application/json" }
    server.serve("/xml", Array("<?xml version=\"1.0\"?><svg/>".utf8)) { $0.type = "image/svg+xml" }
    server.serve("/empty", []) { $0.type = "" }
    for path in ["/html", "/text", "/json", "/xml", "/empty"] {
      #expect(try await error(path).reason == .notAFeed, "\(path)")
    }
    // A page may lead to a feed, but not to another page.
    server.serve("/a", Array("<link rel=alternate type=application/rss+xml href=/html>".utf8)) {
      $0.type = "text/html"
    }
    #expect(try await error("/a").reason == .notAFeed)
  }

  @Test func truncatedBodiesAreDamaged() async throws {
    server.serve("/told", jsonFeed("a")) {
      $0.type = "application/json"
      $0.cut = 40
    }
    server.serve("/untold", jsonFeed("a")) {
      $0.type = "application/json"
      $0.cut = 40
      $0.tellsLength = false
    }
    server.serve("/chunked", jsonFeed("a")) {
      $0.type = "application/json"
      $0.cut = 40
      $0.isChunked = true
    }
    server.serve("/gzip", Array(gzip(jsonFeed("a")).prefix(60))) {
      $0.type = "application/json"
      $0.fields = ["Content-Encoding: gzip"]
    }
    server.serve("/nogzip", jsonFeed("a")) {
      $0.type = "application/json"
      $0.fields = ["Content-Encoding: gzip"]
    }
    for path in ["/told", "/untold", "/chunked", "/gzip", "/nogzip"] {
      #expect(try await error(path).reason == .damaged, "\(path)")
    }
  }

  @Test func endlessBodiesAndZipBombsAreTooLarge() async throws {
    var endless = WebServer.Resource(.endless)
    endless.type = "application/json"
    server.serve("/endless", endless)
    // Four kilobytes that decompress to four megabytes.
    server.serve("/bomb", gzip([UInt8](repeating: 0x20, count: 4 << 20))) {
      $0.type = "application/json"
      $0.fields = ["Content-Encoding: gzip"]
    }
    server.serve("/told", [UInt8](repeating: 0x20, count: 2 << 20)) { $0.type = "application/json" }
    for path in ["/endless", "/bomb", "/told"] {
      #expect(try await error(path) { $0.limits.bytes = 1 << 20 }.reason == .tooLarge, "\(path)")
    }
  }

  @Test func silentServersTimeOut() async throws {
    server.serve("/silent", jsonFeed("a")) { $0.isAnswered = false }
    server.serve("/stalled", jsonFeed("a")) {
      $0.type = "application/json"
      $0.stall = 30
    }
    for path in ["/silent", "/stalled"] {
      #expect(try await error(path) { $0.stallLimit = 1 }.reason == .timedOut, "\(path)")
    }
    // A slow trickle of bytes must not keep it waiting forever.
    server.serve("/trickle", [UInt8](repeating: 0x20, count: 100_000)) {
      $0.type = "application/json"
      $0.trickle = 0.01
    }
    #expect(try await error("/trickle") { $0.totalLimit = 2 }.reason == .timedOut)
  }

  @Test func closedPortIsUnreachable() async throws {
    let gone = try WebServer()
    gone.stop()
    let source = WebFeedSource(
      address: try #require(gone.address("/x")), configuration: configuration())
    let reason = try #require(await source.next().error).reason
    #expect(reason == .unreachable)
  }

  @Test(arguments: [
    "", "garbage without a head", "HTTP/1.1\r\n\r\nhi", "HTTP/1.1 099 x\r\n\r\nhi",
    "HTTP/3 200 OK\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\nFoo\r\n: bar\r\nA: \u{1B}[2J\r\n folded\r\nContent-Length: 2\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhi",
    "HTTP/1.1 101 Switch\r\nUpgrade: websocket\r\n\r\nabc", "HTTP/1.1 103 Early\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nContent-Type: \0\r\n\r\nhi", "HTTP/1.1 302 x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Type: x\r\n",
    "HTTP/1.1 302 x\r\nLocation:\r\n\r\n",
  ])
  func malformedResponsesAreErrors(_ answer: String) async throws {
    server.serve("/x", WebServer.Resource(.raw(Array(answer.utf8))))
    _ = try await error("/x")
  }

  /// Responses with bytes replaced, removed and doubled: each gives some result.
  @Test func randomResponsesGiveAResult() async throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let body = String(decoding: jsonFeed("a"), as: UTF8.self)
    let heads = [
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nETag: \"x\"\r\n\r\n\(body)",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nSet-Cookie: a=b\r\n\r\n5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"x\", nonce=\"y\"\r\nContent-Length: 2\r\n\r\nno",
      "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nxx",
    ].map { Array($0.utf8) }
    let pieces = [
      "\r\n", "\r\n\r\n", ":", " ", "\0", ",", "=", "\"", "HTTP/1.1 302 x\r\n", "é", "-",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<60 {
      var answer = generator.pick(heads)
      for _ in 0..<generator.int(1..<4) where answer.count > 1 {
        let place = generator.int(0..<min(answer.count, 160))
        switch generator.int(0..<4) {
        case 0: answer.removeSubrange(place...)
        case 1: answer[place] = UInt8(generator.int(0..<256))
        case 2: answer.insert(contentsOf: generator.pick(pieces), at: place)
        default: answer.insert(contentsOf: answer[place...].prefix(20), at: place)
        }
      }
      server.serve("/x", WebServer.Resource(.raw(answer)))
      var settings = configuration()
      settings.stallLimit = 5
      let source = WebFeedSource(
        address: try #require(server.address("/x")), configuration: settings)
      if let error = await source.next().error {
        #expect(error.reason != .cancelled, "seed \(seed): \(answer)")
      }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func cancellingReturnsAtOnce() async throws {
    let (requests, request) = AsyncStream<Void>.makeStream()
    server.serve("/silent", jsonFeed("a")) {
      $0.isAnswered = false
      $0.onRequest = { request.yield() }
    }
    let source = WebFeedSource(
      address: try #require(server.address("/silent")), configuration: configuration())
    let task = Task { await source.next() }
    // The server signals that the request has arrived.
    for await _ in requests { break }
    task.cancel()
    #expect(await task.value.error?.reason == .cancelled)
    // The source still works.
    server.serve("/silent", jsonFeed("a")) { $0.type = "application/json" }
    #expect(try await source.next().get().items.count == 2)
  }

  /// Before a connection, between responses, and after the last one.
  @Test func cancellingAtAnyMomentIsSafe() async throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    server.serve("/redirect", WebServer.Resource(.redirect(302, "/feed")))
    server.serve("/feed", jsonFeed("a", next: "/redirect?x")) {
      $0.type = "application/json"
      $0.fields = ["Set-Cookie: x=y"]
    }
    for round in 0..<40 {
      let asked = server.requests.count + round % 3
      let source = WebFeedSource(
        address: try #require(server.address("/redirect")), configuration: configuration())
      let task = Task { await source.next() }
      #expect(await eventually { server.requests.count >= asked })
      for _ in 0..<generator.int(0..<2_000) { await Task.yield() }
      task.cancel()
      switch await task.value {
      case .success: break
      case .failure(let error): #expect(error.reason == .cancelled, "seed \(seed)")
      }
    }
  }
}
