import Clients
import FeedCore
import FeedSources
import Models
import Platform
import TestSupport
import Testing

@Suite struct ConditionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.mp4", "b.mp4", "c.mp4", "d.mp4"] { try folder.file(FilePath(name), "x") }
  }

  /// Reads which files were seen and which are in HEVC, by name.
  private func reader(
    seen: Set<String> = [], hevc: Set<String> = [], opens: Bool = false
  ) -> FeedOptions.FactReader {
    { items, needs, time in
      guard !opens || time > 0 else { return [] }
      return items.prefix(opens ? 1 : .max).map { item in
        let name = String(decoding: item.kind.filePath?.lastComponent ?? [], as: UTF8.self)
        var facts = KnownFacts()
        facts.seen = seen.contains(name) ? 1 : nil
        if needs.contains(.media) { facts.codec = hevc.contains(name) ? "hevc" : "h264" }
        return facts
      }
    }
  }

  private func names(_ page: FeedBatch) -> [String] { page.items.map { $0.name(in: folder.path) } }

  @Test func matchesAreFoundWhileFilesAreOpened() async throws {
    let opening = try open([folder.path]) {
      $0.facts = reader(hevc: ["b.mp4", "d.mp4"], opens: true)
    }
    let client = opening.client
    let filter = FeedFilter(text: "codec:hevc")
    let page = try await client.page(FeedBatchRequest(.start, limit: 5, filter: filter)).get()
    try #require(names(page) == ["b.mp4", "d.mp4"] && page.isLast)
    #expect(
      client.place(page.items[1].id, filter)
        == FeedPlace(number: 2, count: 2, total: 4, isGrowing: false))
    // With a word, without reading anything again.
    let narrow = FeedFilter(text: "codec:hevc d")
    let less = try await client.page(
      FeedBatchRequest(.bestMatch, limit: 5, filter: narrow, isInclusive: true)
    ).get()
    #expect(names(less) == ["d.mp4"])
    let back = try await client.page(
      FeedBatchRequest(.item(page.items[1].id), .backwards, limit: 5, filter: filter)
    ).get()
    #expect(names(back) == ["b.mp4"] && back.isLast)
  }

  @Test func feedOpensAtTheFirstMatch() throws {
    let opening = try open([folder.path]) {
      $0.match = FeedFilter(text: "is:unseen")
      $0.facts = reader(seen: ["a.mp4", "b.mp4"])
    }
    #expect(opening.first.name(in: folder.path) == "c.mp4")
  }

  @Test func feedOpensAtANoticeWhileFilesAreOpened() async throws {
    let filter = FeedFilter(text: "codec:hevc")
    let opening = try open([folder.path]) {
      $0.match = filter
      $0.facts = reader(hevc: ["c.mp4"], opens: true)
    }
    #expect(opening.first.title == "Looking for matches")
    let page = try await opening.client.page(
      FeedBatchRequest(.item(opening.first.id), limit: 2, filter: filter)
    ).get()
    #expect(names(page) == ["c.mp4"])
  }

  @Test func nothingThatMatchesIsNoFeed() throws {
    #expect(throws: FeedFailure.self) {
      try open([folder.path]) {
        $0.match = FeedFilter(text: "is:unseen")
        $0.facts = reader(seen: ["a.mp4", "b.mp4", "c.mp4", "d.mp4"])
      }
    }
  }

  @Test func whatWasSeenMeanwhileCountsWhenTypedAgain() async throws {
    let seen = Lock(Set(["a.mp4"]))
    let opening = try open([folder.path]) {
      $0.facts = { items, _, _ in
        let seen = seen.withLock { $0 }
        return items.map { item in
          var facts = KnownFacts()
          let name = item.kind.filePath?.lastComponent ?? []
          facts.seen = seen.contains(String(decoding: name, as: UTF8.self)) ? 1 : nil
          return facts
        }
      }
    }
    let filter = FeedFilter(text: "is:unseen")
    let request = FeedBatchRequest(.start, limit: 5, filter: filter)
    #expect(try await names(opening.client.page(request).get()) == ["b.mp4", "c.mp4", "d.mp4"])
    seen.withLock { _ = $0.insert("b.mp4") }
    // A page that is being watched stays.
    #expect(try await names(opening.client.page(request).get()) == ["b.mp4", "c.mp4", "d.mp4"])
    let other = FeedBatchRequest(.start, limit: 5, filter: FeedFilter(text: "a"))
    _ = try await opening.client.page(other).get()
    #expect(try await names(opening.client.page(request).get()) == ["c.mp4", "d.mp4"])
  }
}
