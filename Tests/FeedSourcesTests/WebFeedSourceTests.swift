import FeedCore
import FeedSources
import Models
import TestSupport
import Testing

@Suite final class WebFeedSourceTests {
  private let server: WebServer

  init() throws {
    server = try WebServer()
  }

  deinit {
    server.stop()
  }

  private func source(
    _ path: String, _ change: (inout WebFeedConfiguration) -> Void = { _ in }
  ) throws -> WebFeedSource {
    var settings = configuration()
    change(&settings)
    return WebFeedSource(address: try #require(server.address(path)), configuration: settings)
  }

  private func serve(
    _ path: String, _ body: [UInt8], _ type: String = "application/feed+json",
    _ change: (inout WebServer.Resource) -> Void = { _ in }
  ) {
    server.serve(path, body) { resource in
      resource.type = type
      change(&resource)
    }
  }

  @Test func pagesAreReadOneAfterAnother() async throws {
    serve("/feed", jsonFeed("a", "b", next: "more/2"))
    serve("/more/2", jsonFeed("b", "c", next: "/3?x=y"))
    serve("/3", jsonFeed("d"))
    let source = try source("/feed")
    #expect(
      try await source.lines() == [
        "article a", "article b", "|", "article c", "|", "article d",
        "[The end of the feed] T: 4 entries", "|",
      ])
    #expect(server.requests.map(\.target) == ["/feed", "/more/2", "/3?x=y"])
    // There is nothing after the end.
    #expect(try await source.next().get() == FoundPage(items: [], hasMore: false))
    let request = try #require(server.requests.first)
    #expect(request.fields["user-agent"] == "Flick/1.2.3")
    #expect(request.fields["cookie"] == nil)
    #expect(request.fields["accept-encoding"]?.contains("gzip") == true)
  }

  /// The encoding is taken from the server, else from the document, else guessed.
  @Test(arguments: [
    ("application/rss+xml; charset=windows-1251", ""),
    ("application/rss+xml", "<?xml version='1.0' encoding='windows-1251'?>"),
    ("application/rss+xml", ""),
  ])
  func textsAreReadInAnyEncoding(_ type: String, _ declaration: String) async throws {
    let title: [UInt8] = [
      0xDD, 0xF2, 0xEE, 0x20, 0xEB, 0xE5, 0xED, 0xF2, 0xE0, 0x20, 0xED, 0xEE, 0xE2, 0xEE,
      0xF1, 0xF2, 0xE5, 0xE9, 0x20, 0xEE, 0x20, 0xF2, 0xEE, 0xEC, 0x2C, 0x20, 0xF7, 0xF2,
      0xEE, 0x20, 0xE1, 0xFB, 0xEB, 0xEE, 0x20, 0xE2, 0xF7, 0xE5, 0xF0, 0xE0, 0x20, 0xE8,
      0x20, 0xF1, 0xE5, 0xE3, 0xEE, 0xE4, 0xED, 0xFF,
    ]
    let head = Array("\(declaration)<rss><channel><item><title>".utf8)
    serve("/feed", head + title + Array("</title></item></channel></rss>".utf8), type)
    #expect(
      try await source("/feed").lines().first
        == "article Это лента новостей о том, что было вчера и сегодня")
  }

  @Test func noCookiesAreKept() async throws {
    serve("/feed", jsonFeed("a", next: "2")) { $0.fields = ["Set-Cookie: a=b; path=/"] }
    serve("/2", jsonFeed("b"))
    _ = try await source("/feed").lines()
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.fields["cookie"] == nil })
  }

  @Test func circularFeedEnds() async throws {
    serve("/1", jsonFeed("a", next: "/2"))
    serve("/2", jsonFeed("b", next: "/1"))
    let lines = try await source("/1").lines()
    #expect(lines.prefix(3) == ["article a", "|", "article b"])
    #expect(lines.dropFirst(3).first?.hasPrefix("[The feed links back to itself]") == true)
    #expect(server.requests.count == 2)
  }

  @Test func endlessFeedEnds() async throws {
    for page in 0..<10 { serve("/\(page)", jsonFeed("a\(page)", next: "/\(page + 1)")) }
    let lines = try await source("/0") { $0.limits.pages = 3 }.lines()
    #expect(lines.count { $0 == "|" } == 3)
    #expect(lines.contains { $0.hasPrefix("[Feed too long]") })
    #expect(server.requests.count == 3)
  }

  @Test func failedPageCanBeRetried() async throws {
    serve("/1", jsonFeed("a", next: "/2"))
    let source = try source("/1")
    #expect(try await source.next().get().hasMore)
    #expect(await source.next().error?.reason == .notFound)
    #expect(await source.next().error?.reason == .notFound)
    serve("/2", jsonFeed("b"))
    #expect(try await source.next().get().items.first?.line == "article b")
  }

  @Test func unchangedPageIsNotSentAgain() async throws {
    serve("/1", jsonFeed("a", next: "/2")) {
      $0.tag = "\"one\""
      $0.fields = ["Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT"]
    }
    serve("/2", jsonFeed("b"))
    let source = try source("/1")
    let lines = try await source.lines()
    await source.rewind()
    #expect(try await source.lines() == lines)
    #expect(server.requests.map(\.target) == ["/1", "/2", "/1", "/2"])
    #expect(server.requests[2].fields["if-none-match"] == "\"one\"")
    #expect(
      server.requests[2].fields["if-modified-since"] == "Sun, 01 Mar 2026 12:00:00 GMT")
    #expect(server.requests[3].fields["if-none-match"] == nil)
    serve("/1", jsonFeed("new", "a")) { $0.tag = "\"two\"" }
    await source.rewind()
    #expect(try await source.lines().prefix(2) == ["article new", "article a"])
  }

  @Test func compressedPagesAreRead() async throws {
    serve("/feed", gzip(jsonFeed("a"))) { $0.fields = ["Content-Encoding: gzip"] }
    #expect(try await source("/feed").lines().first == "article a")
  }

  @Test func rssIsDetectedByContentAndFoundThroughAWebPage() async throws {
    serve(
      "/", Array("<html><head><link rel=alternate type=application/rss+xml href=/x/r>".utf8),
      "text/html")
    serve(
      "/x/r",
      Array(
        "<?xml version='1.0'?><rss><channel><item><guid>1</guid><enclosure url='a.mp4' type='video/mp4'/></item></channel></rss>"
          .utf8), "text/html")
    let source = try source("/")
    let page = try await source.next().get()
    guard case .clip(let clip) = try #require(page.items.first).kind else {
      Issue.record("no clip")
      return
    }
    #expect(clip.location == server.address("/x/a.mp4").map { .remote($0) })
    #expect(
      page.items.first?.entry
        == FeedItem.Entry(feed: "http://127.0.0.1:\(server.port)/", id: "1"))
  }

  @Test func playlistsClipsAndStreamsAreDistinguished() async throws {
    serve("/list", Array("#EXTM3U\na.mp4\n".utf8), "audio/mpegurl")
    serve("/live", Array("#EXTM3U\n#EXT-X-TARGETDURATION:3\n".utf8), "audio/mpegurl")
    serve("/pic", Array("\u{89}PNG".utf8) + [0], "image/png")
    serve("/feed", jsonFeed("a"), "text/plain")
    server.serve("/clip", WebServer.Resource(.endless))
    #expect(try await source("/clip").lines() == ["clip clip", "|"])
    #expect(try await source("/live").lines() == ["clip live", "|"])
    #expect(try await source("/pic").lines() == ["picture pic", "|"])
    #expect(try await source("/feed").lines().dropFirst().first?.hasPrefix("[The end") == true)
    #expect(
      try await source("/list").lines() == ["clip a.mp4", "[The end of the feed] One entry", "|"])
  }

  @Test func referencesAreRelativeToTheRedirectTarget() async throws {
    server.serve("/old", WebServer.Resource(.redirect(301, "/a/b")))
    server.serve("/a/b", WebServer.Resource(.redirect(307, "//127.0.0.1:\(server.port)/new/feed")))
    serve("/new/feed", jsonFeed("a", next: "2"))
    serve("/new/2", jsonFeed("b"))
    #expect(try await source("/old").lines().count == 5)
  }

  @Test func credentialsAreOnlySentToTheirServer() async throws {
    let other = try WebServer()
    defer { other.stop() }
    other.serve("/f", jsonFeed("a")) { $0.type = "application/json" }
    server.serve("/f", WebServer.Resource(.redirect(302, "http://127.0.0.1:\(other.port)/f")))
    let address = try #require(RemoteAddress("http://me:s%20t@127.0.0.1:\(server.port)/f"))
    let source = WebFeedSource(address: address, configuration: configuration())
    let page = try await source.next().get()
    #expect(server.requests.first?.fields["authorization"] == "Basic bWU6cyB0")
    #expect(other.requests.first?.fields["authorization"] == nil)
    // The password is not stored with the history either.
    #expect(page.items.first?.entry?.feed == "http://127.0.0.1:\(server.port)/f")
  }
}
