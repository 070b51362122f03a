import FeedCore
import Models
import Network
import Testing

@Suite struct JSONFeedTests {
  private func lines(_ items: String) throws -> [String] {
    try document(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [\#(items)]}"#, .json
    ).items.map(\.line)
  }

  @Test func pageIsParsed() throws {
    let page = try document(
      #"""
      {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Clips  of\na day",
        "next_url": "page2.json",
        "authors": [{"name": "Ann"}, {"name": "Bob"}],
        "items": [
          {
            "id": "1", "title": "A clip", "url": "/a", "date_published": "2026-03-01T12:00:00+01:00",
            "content_html": "<p>Seen <b>from</b> above.<p>Twice.",
            "attachments": [{
              "url": "../a%20b.mp4", "mime_type": "video/mp4", "size_in_bytes": 1000,
              "duration_in_seconds": 12.5
            }]
          },
          {"id": "2", "title": "A picture", "image": "i.jpg", "summary": "At night"},
          {"id": "3", "title": "A text", "content_text": "One.\n\nTwo.", "external_url": "http://x.org/"}
        ]
      }
      """#, .json)
    #expect(page.title == "Clips of a day")
    #expect(
      page.next == RemoteAddress("https://example.org/feeds/page2.json").map { .remote($0) })
    #expect(
      page.items.map(\.line) == [
        "clip “A clip” https://example.org/a%20b.mp4 #1",
        "picture “A picture” https://example.org/feeds/i.jpg #2",
        "article “A text” One.|Two. <http://x.org/> #3",
      ])
    var facts = ItemFacts()
    facts.author = "Ann, Bob"
    facts.summary = ["Seen from above.", "Twice."]
    facts.date = 1_772_362_800
    facts.duration = 12.5
    facts.size = 1_000
    facts.mediaType = "video/mp4"
    facts.link = RemoteAddress("https://example.org/a")
    #expect(page.items[0].facts == facts)
  }

  @Test func idsMayBeNumbersOrMissingAndDuplicatesAreDropped() throws {
    #expect(
      try lines(
        #"""
        {"id": 7, "title": "a", "content_text": "x"}, {"id": "7", "title": "again"},
        {"title": "b", "url": "https://x.org/b"}, {"id": 1.5, "title": "c"}, 5, null, "x", [], {},
        {"id": {"a": 1}, "title": "d"}
        """#) == [
          "article “a” x #7", "article “b”  <https://x.org/b> #https://x.org/b",
          "article “c”  #1.5", "article “d”  #d",
        ])
  }

  @Test func eachAttachmentIsAClipExceptAlternatives() throws {
    #expect(
      try lines(
        #"""
        {"id": "1", "title": "Talk", "attachments": [
          {"url": "a.mp3", "mime_type": "audio/mpeg", "title": "whole"},
          {"url": "a.webm", "mime_type": "video/webm", "title": "whole"},
          {"url": "a.mp4", "mime_type": "video/mp4", "title": "whole"},
          {"url": "notes.pdf", "mime_type": "application/pdf"},
          {"url": "q.mp4", "mime_type": "video/mp4", "title": "questions"}
        ]},
        {"id": "2", "title": "Both", "attachments": [
          {"url": "b.mp3", "mime_type": "audio/mpeg", "duration_in_seconds": 60},
          {"url": "b.mp4", "duration_in_seconds": 60}, {"url": 5}, {}, null
        ]},
        {"id": "3", "attachments": [{"url": "https://x.org/only.mp4", "mime_type": "video/mp4"}]}
        """#) == [
          "clip “Talk – whole” https://example.org/feeds/a.webm #1",
          "clip “Talk – questions” https://example.org/feeds/q.mp4 #1#2",
          "clip “Both” https://example.org/feeds/b.mp4 #2",
          "clip “only.mp4” https://x.org/only.mp4 #3",
        ])
  }

  @Test func imageWithALongTextIsAnArticle() throws {
    let text = String(repeating: "word ", count: 100)
    let found = try lines(
      #"{"id": "1", "title": "t", "image": "i.jpg", "content_text": "\#(text)"}"#)
    #expect(found.count == 1 && found[0].hasPrefix("article"))
    #expect(
      try lines(#"{"id": "1", "title": "t", "content_html": "<img src='p.png' alt='x'>"}"#)
        == ["picture “t” https://example.org/feeds/p.png #1"])
  }

  @Test(arguments: [
    ("file:///etc/passwd", "file:///etc/passwd: feeds and playlists may name only"),
    ("data:video/mp4;base64,AAAA", "data:video/mp4;base64,AAAA: feeds and playlists may name only"),
    ("concat:a.mp4|b.mp4", "concat:a.mp4|b.mp4: feeds and playlists may name only"),
    ("gopher://x/a.mp4", "gopher://x/a.mp4: feeds and playlists may name only"),
    ("javascript:alert(1)", "javascript:alert(1): feeds and playlists may name only"),
    ("http://localhost/a.mp4", "may not name a host on a private network"),
    ("//127.0.0.1/a.mp4", "may not name a host on a private network"),
    ("http://[::ffff:127.0.0.1]/a.mp4", "may not name a host on a private network"),
    ("http://192.168.0.1/a.mp4", "may not name a host on a private network"),
  ])
  func forbiddenAddressesInAPublicFeedBecomeNotices(_ address: String, _ detail: String) throws {
    let found = try lines(
      #"{"id": "1", "title": "t", "attachments": [{"url": "\#(address)", "mime_type": "video/mp4"}]}"#
    )
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("notice “Not opened: t”"), "\(found)")
    #expect(found[0].contains(detail), "\(found)")
  }

  @Test func privateFeedMayNamePrivateHosts() throws {
    let address = try #require(RemoteAddress("http://nas.local/feed.json"))
    let page = try document(
      #"{"items": [{"id": "1", "attachments": [{"url": "a.mp4"}, {"url": "file:///x.mp4"}]}]}"#,
      .json,
      base: .web(address, isPublic: false, .libcurl))
    #expect(page.items.count == 2)
    #expect(page.items[0].line == "clip “a.mp4” http://nas.local/a.mp4 #1")
    #expect(page.items[1].line.hasPrefix("notice"))
  }

  @Test func feedOnDiskResolvesAgainstItsFolder() throws {
    let page = try FeedDocument(
      Array(
        #"{"items": [{"id": 1, "attachments": [{"url": "a%20b.mp4"}, {"url": "http://x.org/c.mp4"}]}]}"#
          .utf8), content: .json, base: .folder(FilePath("/feeds"), .libcurl),
      feed: "/feeds/feed.json")
    #expect(
      page.items.map(\.line) == [
        "clip “a b.mp4” /feeds/a b.mp4 #1", "clip “c.mp4” http://x.org/c.mp4 #1#2",
      ])
    #expect(page.items.first?.entry?.feed == "/feeds/feed.json")
  }

  @Test(arguments: [
    ("", FeedError.Reason.damaged), ("{", .damaged), ("{\"items\": [", .damaged),
    ("{\"items\": [{\"id\": \"1\"", .damaged), ("nonsense", .damaged), ("[]", .notAFeed),
    ("5", .notAFeed), ("-0.5e+10", .notAFeed), ("1-2", .damaged), ("-", .damaged),
    ("1e", .damaged), ("1e", .damaged), ("[1-2]", .damaged), ("{}", .notAFeed),
    ("{\"items\": 5}", .notAFeed),
    ("{\"version\": \"2\", \"items\": []}", .notAFeed),
  ])
  func otherDocumentsAreRejected(_ text: String, _ reason: FeedError.Reason) {
    let failure = #expect(throws: FeedError.self) { try document(text, .json) }
    #expect(failure?.reason == reason, "\(text)")
  }

  @Test func deepNestingAndLongListsAreLimited() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(throws: FeedError.self) {
      try document(#"{"items": [], "x": \#(deep)}"#, .json)
    }
    var limits = FeedLimits()
    limits.items = 10
    let items = (0..<20).map { #"{"id": \#($0), "title": "t"}"# }.joined(separator: ",")
    let page = try document(#"{"items": [\#(items)]}"#, .json, limits: limits)
    #expect(page.items.count == 10)
    #expect(page.isTruncated)
  }

  @Test func textsAreCleanedAndShortened() throws {
    let title = #"a\u001b[2Jb\nc\u202e\u0000\r"# + String(repeating: "x", count: 10_000)
    let page = try document(
      #"{"items": [{"id": 1, "title": "\#(title)", "content_text": "\#(title)"}]}"#, .json)
    let item = try #require(page.items.first)
    guard case .article(let article) = item.kind else {
      Issue.record("no article")
      return
    }
    for text in [article.title] + article.paragraphs {
      #expect(!text.string.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }
    #expect(article.title.string.unicodeScalars.count <= 301)
  }
}
