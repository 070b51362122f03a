import Clients
import FeedCore
import FeedSources
import Models
import Platform
import TestSupport
import Testing

/// Resuming where the user was last, and feeds made of given items.
@Suite struct ResumeTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.files("1.mp4", "2.mp4", "10.mp4", "d/3.mp4")
  }

  private func first(_ name: String, _ change: (inout FeedOptions) -> Void = { _ in }) throws
    -> String
  {
    let key = ContentKey.file(folder.path.appending(FilePath(name)))
    let opening = try open([folder.path]) {
      $0.start = .last(key)
      change(&$0)
    }
    return opening.first.name(in: folder.path)
  }

  @Test func feedOpensAtTheLastPlace() async throws {
    #expect(try first("10.mp4") == "10.mp4")
    #expect(try first("d/3.mp4") == "d/3.mp4")
    let opening = try open([folder.path]) {
      $0.start = .last(.file(folder.path.appending(FilePath("2.mp4"))))
    }
    let names = await ReadFeed(opening).names(in: folder.path)
    #expect(names == ["1.mp4", "2.mp4", "10.mp4", "d/3.mp4"])
  }

  @Test func missingOrFilteredPlaceIsNotWaitedFor() throws {
    #expect(try first("gone.mp4") == "1.mp4")
    #expect(try first("1.mp4") { $0.match = FeedFilter(text: "10") } == "10.mp4")
    #expect(try first("gone.mp4") { $0.sort = .size } == "1.mp4")
  }

  /// Places are stored without the secrets of an address.
  @Test func addressIsFoundWithAnotherToken() throws {
    let items = try ["a", "b", "c"].map { name in
      let address = try #require(RemoteAddress("https://example.org/\(name)?token=\(name)"))
      return FoundItem(kind: .clip(Clip(location: .remote(address), title: CleanText(name))))
    }
    let place = try #require(RemoteAddress("https://example.org/b"))
    let opened = try open([]) {
      $0.items = { items }
      $0.start = .last(.remote(place))
    }
    #expect(opened.first.title == "b")
  }

  @Test func givenItemsMakeAFeed() async throws {
    let items = Lock([Self.article("b"), Self.article("a")])
    let feed = try await feed([]) { $0.items = { items.withLock { $0 } } }
    #expect(feed.first.title == "b")
    #expect(feed.items.map(\.title) == ["b", "a"])
    #expect(feed.items.first?.entry == FeedItem.Entry(feed: "f", id: "b"))
    let opened = try open([]) {
      $0.items = { items.withLock { $0 } }
      $0.start = .last(.entry(feed: "f", id: "a"))
    }
    #expect(opened.first.title == "a")
    items.withLock { $0 = [Self.article("c")] }
    try await feed.client.refresh().get()
    #expect(
      try await feed.client.names(FeedBatchRequest(.start, limit: 5), in: folder.path) == ["c"])
  }

  @Test func noItemsIsAnError() {
    #expect(throws: FeedFailure.self) { try open([]) { $0.items = { [] } } }
  }

  private static func article(_ name: CleanText) -> FoundItem {
    FoundItem(
      kind: .article(Article(title: name, paragraphs: [])),
      entry: FeedItem.Entry(feed: "f", id: name.string))
  }
}
