import Clients
import FeedCore
import FeedSources
import Models
import Platform
import TestSupport
import Testing

/// A paged source that a test fills.
private final class FakePagedSource: PagedSource {
  private struct State {
    var pages: [Result<FoundPage, FeedError>] = []
    var next = 0
    var asked = 0
    var rewound = 0
  }

  private let state = Lock(State())

  init(_ pages: [Result<FoundPage, FeedError>]) {
    state.withLock { $0.pages = pages }
  }

  var asked: Int { state.withLock { $0.asked } }
  var rewound: Int { state.withLock { $0.rewound } }

  func set(_ pages: [Result<FoundPage, FeedError>]) { state.withLock { $0.pages = pages } }

  func next() async -> Result<FoundPage, FeedError> {
    state.withLock { state in
      state.asked += 1
      guard state.next < state.pages.count else {
        return .success(FoundPage(items: [], hasMore: false))
      }
      let page = state.pages[state.next]
      // A failed page is requested again.
      if case .failure = page { state.pages.remove(at: state.next) } else { state.next += 1 }
      return page
    }
  }

  func rewind() async {
    state.withLock { state in
      state.next = 0
      state.rewound += 1
    }
  }
}

@Suite struct WebSourceTests {
  private static func page(
    _ range: Range<Int>, hasMore: Bool = true, text: String = ""
  ) -> Result<FoundPage, FeedError> {
    .success(
      FoundPage(
        items: range.map { number in
          FoundItem(
            kind: .article(Article(title: CleanText("\(number)\(text)"), paragraphs: [])),
            entry: FeedItem.Entry(feed: "f", id: "\(number)"))
        }, hasMore: hasMore))
  }

  private func open(_ source: FakePagedSource, _ paths: [String] = ["https://example.org/feed"])
    throws -> FeedOpening
  {
    try FeedSourcesTests.open(paths.map { FilePath($0) }) {
      $0.openWeb = { _, _ in source }
    }
  }

  private func titles(_ client: FeedClient, _ request: FeedBatchRequest) async throws -> [String] {
    try await client.page(request).get().items.map(\.title.string)
  }

  private func failure(of client: FeedClient) async -> FeedError? {
    if case .failure(let error) = await client.refresh() { error } else { nil }
  }

  @Test func pagesAreReadOnDemand() async throws {
    let source = FakePagedSource([
      Self.page(0..<3), Self.page(3..<6), Self.page(6..<9, hasMore: false),
    ])
    let opening = try open(source)
    #expect(source.asked == 0)
    #expect(opening.first.title == "Opening a feed")
    let client = opening.client
    var changes = client.changes().makeAsyncIterator()
    let first = FeedBatchRequest(.item(opening.first.id), limit: 2)
    #expect(try await titles(client, first) == ["0", "1"])
    #expect(source.asked == 1)
    // The notice is replaced once there is an item.
    guard case .insert(let item, after: opening.first.id)? = await changes.next()?.first else {
      Issue.record("the first item should be inserted")
      return
    }
    #expect(item.title == "0")
    #expect(client.place(item.id, .none).number == 1)
    let more = FeedBatchRequest(.item(item.id), limit: 4)
    #expect(try await titles(client, more) == ["1", "2", "3", "4"])
    #expect(source.asked == 2)
    #expect(client.place(item.id, .none).isGrowing)
    #expect(try await titles(client, FeedBatchRequest(.end, .backwards, limit: 1)) == ["8"])
    #expect(
      client.place(item.id, .none) == FeedPlace(number: 1, count: 9, total: 9, isGrowing: false))
  }

  @Test func errorsAreReturnedAndCanBeRetried() async throws {
    let error = FeedError(.timedOut, place: "example.org")
    // The first is for the notice, if it comes before the request.
    let source = FakePagedSource([.failure(error), .failure(error)])
    let opening = try open(source)
    let client = opening.client
    var changes = client.changes().makeAsyncIterator()
    let request = FeedBatchRequest(.start, limit: 3)
    #expect(await client.page(request) == .failure(error))
    guard case .reload(let notice)? = await changes.next()?.first else {
      Issue.record("the notice should give the reason")
      return
    }
    #expect(notice.id == opening.first.id && notice.kind == .notice(Notice(error)))
    source.set([Self.page(0..<2), .failure(error), Self.page(2..<3)])
    // Known items come before the next error.
    #expect(try await titles(client, request) == ["0", "1"])
    #expect(try await titles(client, request) == ["0", "1", "2"])
  }

  @Test func badAddressAmongOthersIsANotice() async throws {
    let folder = try TemporaryFolder()
    try folder.files("a.mp4")
    let source = FakePagedSource([.failure(FeedError(.unreachable, place: "example.org"))])
    let opening = try open(source, ["https://example.org/", "\(folder.path)"])
    let feed = await ReadFeed(opening)
    #expect(feed.names(in: folder.path) == ["[unreachable]", "a.mp4"])
  }

  @Test func refreshRetriesFailedSources() async throws {
    let folder = try TemporaryFolder()
    try folder.files("a.mp4", "z.mp4")
    let error = FeedError(.unreachable, place: "example.org")
    let source = FakePagedSource([.failure(error)])
    let opening = try open(
      source, ["\(folder.path)/a.mp4", "https://example.org/", "\(folder.path)/z.mp4"])
    let client = opening.client
    var changes = client.changes().makeAsyncIterator()
    let failed = await ReadFeed(opening)
    #expect(
      failed.names(in: folder.path) == ["a.mp4", "[unreachable]", "z.mp4"])
    guard case .notice(let notice) = failed.items[1].kind else { return }
    #expect(notice.canRetry)
    // Still down: nothing changes, and the refresh gives the reason.
    source.set([.failure(error)])
    #expect(await failure(of: client) == error)
    // Two pages; the items after them are found again.
    source.set([Self.page(0..<70), Self.page(70..<140, hasMore: false)])
    _ = try await client.refresh().get()
    let change = await changes.next() ?? []
    #expect(change.first == .delete(failed.items[1].id))
    #expect(change.count == 141)
    let read = await ReadFeed(opening)
    #expect(read.items.count == 142)
    #expect(read.items.last?.id == failed.items[2].id)
    // It fails again later: its items stay, and new items of other sources are added.
    source.set([.failure(error)])
    #expect(await failure(of: client) == error)
    #expect(await ReadFeed(opening).items == read.items)
  }

  @Test func clipAddressIsNotFetchedAsAFeed() async throws {
    let source = FakePagedSource([])
    let feed = await ReadFeed(try open(source, ["https://example.org/a.mp4?x=y.json"]))
    #expect(feed.items.count == 1 && source.asked == 0)
  }

  @Test func newEntriesAtTheBeginningAreInserted() async throws {
    let source = FakePagedSource([Self.page(2..<5), Self.page(5..<8)])
    let opening = try open(source)
    let client = opening.client
    var changes = client.changes().makeAsyncIterator()
    let items = try await client.page(FeedBatchRequest(.start, limit: 3)).get().items
    _ = await changes.next()
    source.set([Self.page(0..<3), Self.page(3..<5, text: "!"), Self.page(5..<8)])
    _ = try await client.refresh().get()
    #expect(source.rewound == 1)
    let change = await changes.next() ?? []
    #expect(
      change.map(\.summary) == ["+0", "+1", "reload 3!", "reload 4!"])
    #expect(client.place(items[0].id, .none).number == 3)
    // Overlapping pages give nothing twice.
    #expect(
      try await titles(client, FeedBatchRequest(.item(items[2].id), limit: 9)) == ["5", "6", "7"])
  }

  @Test func requestsCanBeCancelled() async throws {
    let opening = try open(FakePagedSource([Self.page(0..<1)]))
    let client = opening.client
    _ = try await client.page(FeedBatchRequest(.start, limit: 1)).get()
    let task = Task { await client.page(FeedBatchRequest(.index(1_000), limit: 1)) }
    task.cancel()
    guard case .failure(let error) = await task.value else { return }
    #expect(error.reason == .cancelled)
  }
}

extension FeedChange {
  fileprivate var summary: String {
    switch self {
    case .insert(let item, _): "+\(item.title)"
    case .delete(let id): "-\(id.rawValue)"
    case .reload(let item): "reload \(item.title)"
    case .rearranged: "rearranged"
    case .counted: "counted"
    case .filteredOut(let id, _): "out \(id.rawValue)"
    }
  }
}
