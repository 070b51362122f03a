import Clients
import FeedCore
import FeedSources
import Glibc
import Models
import Platform
import TestSupport
import Testing

@Suite struct SortTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // By size b, c, a; by date c, a, b.
    for (name, size, time) in [("a.mp4", 1, 200), ("d/b.mp4", 30, 100), ("c.mp4", 20, 300)] {
      let path = try folder.file(FilePath(name), String(repeating: "x", count: size))
      var times = [timeval(tv_sec: time, tv_usec: 0), timeval(tv_sec: time, tv_usec: 0)]
      path.withCString { _ = utimes($0, &times) }
    }
  }

  private func names(
    _ sort: OrderSort, _ change: (inout FeedOptions) -> Void = { _ in }
  ) async throws -> [String] {
    let feed = try await feed([folder.path]) {
      $0.sort = sort
      change(&$0)
    }
    if case .shuffle = sort {} else { #expect(feed.first.id == feed.items.first?.id) }
    return feed.names(in: folder.path)
  }

  @Test func newestLargestAndLongestComeFirst() async throws {
    for sort in [OrderSort.modified, .date] {
      #expect(try await names(sort) == ["c.mp4", "a.mp4", "d/b.mp4"])
      #expect(try await names(sort) { $0.isReversed = true } == ["d/b.mp4", "a.mp4", "c.mp4"])
    }
    #expect(try await names(.size) == ["d/b.mp4", "c.mp4", "a.mp4"])
    let long = try await names(.duration) { $0.facts = durations(["a.mp4": 5, "b.mp4": 7.5]) }
    // Items without a duration come last.
    #expect(long == ["d/b.mp4", "a.mp4", "c.mp4"])
    #expect(try await names(.name) == ["a.mp4", "c.mp4", "d/b.mp4"])
  }

  @Test func shuffleDependsOnlyOnItsSeed() async throws {
    for index in 0..<100 { try folder.files("s/\(index).mp4") }
    let first = try await names(.shuffle(seed: 7))
    #expect(try await names(.shuffle(seed: 7)) == first)
    let other = try await names(.shuffle(seed: 8))
    #expect(other != first && Set(other) == Set(first) && first.count == 103)
    #expect(first != first.sorted())
  }

  @Test func singleFileOpensAtItsSortedPosition() async throws {
    let path = folder.path.appending(FilePath("c.mp4"))
    let opening = try open([path]) { $0.sort = .size }
    #expect(opening.first.kind == .clip(Clip(file: path)))
    let feed = await ReadFeed(opening)
    #expect(feed.names(in: folder.path) == ["d/b.mp4", "c.mp4", "a.mp4"])
    #expect(opening.client.place(opening.first.id, .none).number == 2)
  }

  @Test func startCountsInTheSortedOrder() throws {
    let second = try open([folder.path]) {
      $0.sort = .size
      $0.start = .index(1)
    }
    #expect(second.first.name(in: folder.path) == "c.mp4")
    let named = try open([folder.path]) {
      $0.sort = .size
      $0.start = .name(Array("a.mp4".utf8))
    }
    #expect(named.first.name(in: folder.path) == "a.mp4")
    #expect(throws: FeedFailure.self) {
      try open([folder.path]) {
        $0.sort = .date
        $0.start = .index(3)
      }
    }
  }

  @Test func filesAreOpenedWhileTheFeedIsShown() async throws {
    let gate = Wakeup()
    let opening = try open([folder.path]) {
      $0.sort = .duration
      $0.facts = durations(["a.mp4": 1, "b.mp4": 3, "c.mp4": 2], opens: true, after: gate)
    }
    #expect(opening.first.name(in: folder.path) == "a.mp4")
    let client = opening.client
    var changes = client.changes().makeAsyncIterator()
    // The order as found, until all files are known.
    let found = try await client.page(FeedBatchRequest(.start, limit: 3)).get()
    #expect(found.items.map { $0.name(in: folder.path) } == ["a.mp4", "c.mp4", "d/b.mp4"])
    gate.signal()
    #expect(await changes.next() == [.rearranged])
    let sorted = try await client.page(FeedBatchRequest(.start, limit: 3)).get()
    #expect(sorted.items.map { $0.name(in: folder.path) } == ["d/b.mp4", "c.mp4", "a.mp4"])
    // The same item, in another place.
    #expect(
      client.place(opening.first.id, .none)
        == FeedPlace(number: 3, count: 3, total: 3, isGrowing: false))
  }

  @Test func startByNumberWaitsForTheOrder() async throws {
    let opening = try open([folder.path]) {
      $0.sort = .duration
      $0.start = .index(1)
      $0.facts = durations(["a.mp4": 1, "b.mp4": 3, "c.mp4": 2], opens: true)
    }
    #expect(opening.first.title == "Sorting the feed")
    let page = try await opening.client.page(
      FeedBatchRequest(.item(opening.first.id), limit: 1)
    ).get()
    #expect(page.items.map { $0.name(in: folder.path) } == ["c.mp4"])
  }

  @Test func refreshSortsAnew() async throws {
    let opening = try open([folder.path]) { $0.sort = .size }
    try folder.file(FilePath("a.mp4"), String(repeating: "x", count: 100))
    var changes = opening.client.changes().makeAsyncIterator()
    _ = await opening.client.refresh()
    // The file that was written is reloaded; the order follows when all are known.
    while let batch = await changes.next(), !batch.contains(.rearranged) {}
    let feed = await ReadFeed(opening)
    #expect(feed.names(in: folder.path).first == "a.mp4")
  }

  /// Reads durations by name.
  ///
  /// - Parameter opens: Whether files have to be opened for that.
  /// - Parameter gate: Opened files are known once it is signalled.
  private func durations(
    _ seconds: [String: Double], opens: Bool = false, after gate: Wakeup? = nil
  ) -> FeedOptions.FactReader {
    { items, _, time in
      guard !opens || time > 0 else { return [] }
      gate?.wait(timeout: 30)
      gate?.signal()
      return items.map { item in
        var facts = KnownFacts()
        facts.duration = (item.kind.filePath?.lastComponent).flatMap {
          seconds[String(decoding: $0, as: UTF8.self)]
        }
        return facts
      }
    }
  }
}
