import FeedCore
import FoundationEssentials
import Models
import TestSupport
import Testing

@Suite struct FeedWriterTests {
  let base: RemoteAddress

  init() throws {
    base = try #require(RemoteAddress("https://example.org/clips"))
  }

  private func writer(pageSize: Int = 2) throws -> FeedWriter {
    FeedWriter(
      title: "Holiday", base: base,
      pageBase: try #require(RemoteAddress("https://example.org/clips/feed/")),
      pageSize: pageSize, generator: "flick 1.2.3")
  }

  private func entry(_ path: String) -> FeedWriter.Entry {
    FeedWriter.Entry(
      path: Array(path.utf8), size: 1_024, modified: 1_700_000_000, duration: 12.3456)
  }

  @Test func pageIsACompleteFeed() throws {
    let pages = try writer().pages(of: [entry("1.mp4"), entry("a b/2%.webm"), entry("3.mov")])
    #expect(pages.map(\.name) == ["feed.json", "feed-2.json"])
    #expect(
      pages[1].text == """
        {
          "version": "https://jsonfeed.org/version/1.1",
          "title": "Holiday",
          "feed_url": "https://example.org/clips/feed/feed.json",
          "_flick": {
            "generator": "flick 1.2.3",
            "page": 2
          },
          "items": [
            {
              "id": "https://example.org/clips/3.mov",
              "url": "https://example.org/clips/3.mov",
              "title": "3.mov",
              "content_text": "3.mov",
              "date_published": "2023-11-14T22:13:20Z",
              "attachments": [
                {
                  "url": "https://example.org/clips/3.mov",
                  "mime_type": "video/quicktime",
                  "title": "3.mov",
                  "size_in_bytes": 1024,
                  "duration_in_seconds": 12.346
                }
              ]
            }
          ]
        }

        """)
    #expect(pages[0].text.contains(#""next_url": "https://example.org/clips/feed/feed-2.json""#))
    #expect(pages[0].text.contains(#""https://example.org/clips/a%20b/2%25.webm""#))
    #expect(pages[0].text.contains(#""content_text": "a b/2%.webm""#))
  }

  /// Each item is on exactly one page, in order, whatever its name. Every page links to the next.
  @Test(arguments: 0..<10)
  func pagesTogetherHoldAllEntries(_ run: Int) throws {
    struct Page: Decodable {
      struct Item: Decodable {
        var id: String
        var title: String
        var attachments: [Attachment]
      }
      struct Attachment: Decodable {
        var url: String
        var sizeInBytes: Int
      }
      var nextUrl: String?
      var items: [Item]
    }
    let seed = Fuzz.seed &+ UInt64(run)
    var generator = SeededGenerator(seed: seed)
    let entries = (0..<generator.int(0..<40)).map { _ in
      let path = (0..<generator.int(1..<12)).map { _ in UInt8(generator.int(1..<256)) }
      return FeedWriter.Entry(
        path: path, size: generator.int(0..<1_000_000_000),
        modified: generator.int(0..<2_000_000_000),
        duration: generator.chance(0.5) ? nil : 1)
    }
    let writer = try writer(pageSize: generator.int(1..<9))
    let pages = writer.pages(of: entries)
    #expect(writer.pages(of: entries) == pages)
    var items: [Page.Item] = []
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for (index, page) in pages.enumerated() {
      let read = try decoder.decode(Page.self, from: Data(page.text.utf8))
      let next = pages.dropFirst(index + 1).first?.name
      #expect(read.nextUrl == next.map { writer.pageBase + $0 }, "seed \(seed)")
      #expect(read.items.count <= writer.pageSize)
      items += read.items
    }
    let prefix = "https://example.org/clips/"
    #expect(items.map(\.id) == items.flatMap(\.attachments).map(\.url))
    #expect(
      items.flatMap(\.attachments).map(\.sizeInBytes) == entries.map(\.size), "seed \(seed)")
    #expect(
      items.map { PercentCoding.decoded($0.id.utf8.dropFirst(prefix.utf8.count)) }
        == entries.map(\.path), "seed \(seed)")
    #expect(items.allSatisfy { RemoteAddress($0.id) != nil })
  }

  @Test func writtenPageKeepsDurationsOfUnchangedFiles() throws {
    let writer = try writer()
    let text = writer.pages(of: [entry("1.mp4"), entry("2.mp4")])[0].text
    let page = try #require(WrittenPage(Array(text.utf8)))
    #expect(page.facts[writer.clip(of: entry("2.mp4"))]?.duration == 12.346)
    var changed = entry("2.mp4")
    changed.size += 1
    #expect(page.facts[writer.clip(of: changed)] == nil)
    changed = entry("2.mp4")
    changed.modified += 1
    #expect(page.facts[writer.clip(of: changed)] == nil)
    #expect(WrittenPage(Array(text.replacing("\"_flick\"", with: "\"_other\"").utf8)) == nil)
    #expect(WrittenPage([]) == nil)
  }

  /// The date of an item is when it was recorded; a change of its file shows all the same.
  @Test func recordingsAreDatedByThemselves() throws {
    let writer = try writer()
    var recorded = entry("1.mp4")
    recorded.recorded = 1_700_000_000.25
    let text = writer.pages(of: [recorded])[0].text
    #expect(text.contains(#""date_published": "2023-11-14T22:13:20Z""#))
    let page = try #require(WrittenPage(Array(text.utf8)))
    #expect(page.facts[writer.clip(of: recorded)]?.recorded == 1_700_000_000)
    recorded.modified += 1
    #expect(page.facts[writer.clip(of: recorded)] == nil)
  }

  @Test func pageNumbersAreParsedFromNames() {
    #expect(FeedWriter.pageNumber(of: "feed.json") == 1)
    #expect(FeedWriter.pageNumber(of: "feed-12.json") == 12)
    for name in ["feed-1.json", "feed-02.json", "feed-x.json", "feed-.json", "feed-2.json.bak"] {
      #expect(FeedWriter.pageNumber(of: name) == nil)
    }
  }

  @Test func everyFolderExtensionHasAMediaType() {
    for suffix in MediaFormat.all.flatMap(\.folderExtensions) {
      #expect(FileMediaType.of(FilePath("a.\(suffix)")) != "application/octet-stream", "\(suffix)")
    }
    #expect(FileMediaType.of(FilePath("A.MP4")) == "video/mp4")
    #expect(FileMediaType.of(FilePath("a.xyz")) == "application/octet-stream")
  }
}
