import Clients
import FeedCore
import FeedSources
import Glibc
import Models
import TestSupport
import Testing

@Suite struct FolderChangeTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> FilePath { folder.path.appending(FilePath(name)) }

  /// A feed and a follower of its changes.
  private struct Followed {
    let client: FeedClient
    let folder: FilePath
    private var changes: AsyncStream<[FeedChange]>.Iterator
    private(set) var items: [FeedItem]

    init(_ folder: FilePath, _ change: (inout FeedOptions) -> Void = { _ in }) async throws {
      let opening = try FeedSourcesTests.open([folder], change)
      client = opening.client
      self.folder = folder
      changes = opening.client.changes().makeAsyncIterator()
      items = await ReadFeed(opening).items
    }

    /// Follows the changes until the feed is as expected.
    mutating func follow(until names: [String]) async {
      while items.map({ $0.name(in: folder) }) != names {
        guard let batch = await changes.next() else { return }
        if batch.contains(.rearranged) {
          items = await all()
        } else {
          for change in batch { apply(change) }
        }
      }
    }

    private func all() async -> [FeedItem] {
      let request = FeedBatchRequest(.start, limit: 100)
      return (try? await client.page(request).get())?.items ?? []
    }

    /// The names of the items in the next batch of changes, which should all be reloads.
    mutating func reloads() async -> [String] {
      await changes.next()?.map { change in
        if case .reload(let item) = change { item.name(in: folder) } else { "?" }
      } ?? []
    }

    private mutating func apply(_ change: FeedChange) {
      switch change {
      case .delete(let id): items.removeAll { $0.id == id }
      case .insert(let item, after: nil): items.insert(item, at: 0)
      case .insert(let item, after: let id?):
        let index = items.firstIndex { $0.id == id }
        #expect(index != nil)
        items.insert(item, at: (index ?? -1) + 1)
      case .reload(let item): #expect(items.contains { $0.id == item.id })
      case .rearranged, .filteredOut, .counted: Issue.record("read again by whoever follows")
      }
    }
  }

  private func rename(_ from: String, _ to: String) {
    let (from, to) = (path(from), path(to))
    from.withCString { from in to.withCString { to in _ = Glibc.rename(from, to) } }
  }

  private func remove(_ name: String) {
    path(name).withCString { _ = Glibc.remove($0) }
  }

  /// Such a folder is read first and watched afterwards.
  @Test func unchangedFolderIsWatched() async throws {
    try folder.files("2.mp4", "4.mp4", "b/1.mp4")
    folder.age("b")
    folder.age()
    var feed = try await Followed(folder.path)
    try folder.files("3.mp4", "b/2.mp4")
    await feed.follow(until: ["2.mp4", "3.mp4", "4.mp4", "b/1.mp4", "b/2.mp4"])
    remove("2.mp4")
    await feed.follow(until: ["3.mp4", "4.mp4", "b/1.mp4", "b/2.mp4"])
  }

  /// The folder that is opened, one below it, and one that appears later.
  @Test(arguments: [10_413_792_000, 253_402_300_800, -10_000_000_000, .max, .min])
  func folderWithAnImpossibleDateIsWatched(seconds: Int) async throws {
    try folder.files("1.mp4", "a/2.mp4")
    let other = try TemporaryFolder()
    try other.files("b/3.mp4")
    other.date("b", seconds)
    folder.date("a", seconds)
    folder.date(".", seconds)
    var feed = try await Followed(folder.path)
    #expect(feed.items.map { $0.name(in: folder.path) } == ["1.mp4", "a/2.mp4"])
    let (from, to) = (other.path.appending(FilePath("b")), path("b"))
    #expect(from.withCString { from in to.withCString { Glibc.rename(from, $0) } } == 0)
    await feed.follow(until: ["1.mp4", "a/2.mp4", "b/3.mp4"])
  }

  /// Whenever the file appears: before, during or after reading the folder. The test would wait
  /// forever for a missed one.
  @Test(.timeLimit(.minutes(5)), arguments: [Fuzz.seed])
  func noChangeIsMissedWhileAFolderIsRead(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    for index in 0..<3_000 { try folder.files("clip \(index).mp4") }
    for round in 0..<20 {
      folder.age()
      let (name, path) = ("new \(round).mp4", path("new \(round).mp4"))
      let turns = Int.random(in: 0..<4_000, using: &generator)
      let start = Task.detached {
        // Not by yielding: each time, all other tests would have their turn first.
        for _ in 0..<turns { sched_yield() }
        _ = path.withCString { close(Glibc.open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)) }
      }
      let opening = try open([folder.path])
      var changes = opening.client.changes().makeAsyncIterator()
      await start.value
      let request = FeedBatchRequest(.end, .backwards, limit: 1)
      while try await opening.client.names(request, in: folder.path) != [name] {
        guard await changes.next() != nil else { return }
      }
    }
  }

  @Test func addedAndRemovedFilesAreInsertedAndDeletedInOrder() async throws {
    try folder.files("2.mp4", "4.mp4", "b/1.mp4")
    var feed = try await Followed(folder.path)
    let second = feed.items[1].id
    try folder.files("3.mp4", "10.mp4", "notes.txt", ".5.mp4")
    await feed.follow(until: ["2.mp4", "3.mp4", "4.mp4", "10.mp4", "b/1.mp4"])
    remove("2.mp4")
    await feed.follow(until: ["3.mp4", "4.mp4", "10.mp4", "b/1.mp4"])
    #expect(feed.items[1].id == second)
    #expect(feed.client.place(second, .none).number == 2)
    rename("4.mp4", "b/0.mp4")
    await feed.follow(until: ["3.mp4", "10.mp4", "b/0.mp4", "b/1.mp4"])
    remove("b/0.mp4")
    await feed.follow(until: ["3.mp4", "10.mp4", "b/1.mp4"])
  }

  @Test func foldersAreAddedAndRemovedWithTheirContents() async throws {
    try folder.files("1.mp4", "a/x/1.mp4", "a/2.mp4")
    var feed = try await Followed(folder.path)
    try folder.files("b/3.mp4")
    await feed.follow(until: ["1.mp4", "a/2.mp4", "a/x/1.mp4", "b/3.mp4"])
    try folder.files("b/y/4.mp4")
    await feed.follow(until: ["1.mp4", "a/2.mp4", "a/x/1.mp4", "b/3.mp4", "b/y/4.mp4"])
    rename("a", "c")
    await feed.follow(until: ["1.mp4", "b/3.mp4", "b/y/4.mp4", "c/2.mp4", "c/x/1.mp4"])
    try folder.file(FilePath("c/x/0.mp4"))
    await feed.follow(
      until: ["1.mp4", "b/3.mp4", "b/y/4.mp4", "c/2.mp4", "c/x/0.mp4", "c/x/1.mp4"])
    _ = try Command.run("rm", ["-r", "--", path("c").description])
    await feed.follow(until: ["1.mp4", "b/3.mp4", "b/y/4.mp4"])
  }

  @Test func fileAppearsOnceItIsClosed() async throws {
    try folder.files("1.mp4")
    var feed = try await Followed(folder.path)
    let descriptor = path("2.mp4").withCString {
      Glibc.open($0, O_WRONLY | O_CLOEXEC | O_CREAT, 0o644)
    }
    try folder.files("3.mp4")
    await feed.follow(until: ["1.mp4", "3.mp4"])
    _ = write(descriptor, "x", 1)
    close(descriptor)
    await feed.follow(until: ["1.mp4", "2.mp4", "3.mp4"])
    try folder.file(FilePath("3.mp4"), "other")
    #expect(await feed.reloads() == ["3.mp4"])
    try folder.link("4.mp4", to: "1.mp4")
    await feed.follow(until: ["1.mp4", "2.mp4", "3.mp4", "4.mp4"])
    remove("2.mp4")
  }

  @Test func reversedAndSortedFeedsTakeNewFiles() async throws {
    try folder.files("2.mp4", "4.mp4", "b/1.mp4")
    var reversed = try await Followed(folder.path) { $0.isReversed = true }
    var sized = try await Followed(folder.path) { $0.sort = .size }
    try folder.file(FilePath("3.mp4"), "12345")
    await reversed.follow(until: ["b/1.mp4", "4.mp4", "3.mp4", "2.mp4"])
    await sized.follow(until: ["3.mp4", "2.mp4", "4.mp4", "b/1.mp4"])
  }

  @Test func refreshPublishesTheDifferenceBeforeItReturns() async throws {
    try folder.files("1.mp4", "2.mp4", "3.mp4")
    let list = try folder.file(FilePath("list.m3u"), "1.mp4\n2.mp4\n3.mp4\n")
    let opening = try open([list])
    var changes = opening.client.changes().makeAsyncIterator()
    let ids = await ReadFeed(opening).items.map(\.id)
    #expect(await refreshError(opening.client) == nil)
    try folder.file(FilePath("list.m3u"), "0.mp4\n1.mp4\n3.mp4\n4.mp4\n")
    try folder.file(FilePath("3.mp4"), "new")
    #expect(await refreshError(opening.client) == nil)
    let batch = await changes.next() ?? []
    #expect(
      batch.map(\.summary) == ["-\(ids[1].rawValue)", "+0.mp4", "+4.mp4", "reload 3.mp4"])
    let items = await ReadFeed(opening).items
    #expect(items.map(\.title.string) == ["0.mp4", "1.mp4", "3.mp4", "4.mp4"])
    #expect(items[1].id == ids[0] && items[2].id == ids[2])
    // A deleted item still works as a cursor.
    let after = FeedBatchRequest(.item(ids[1]), limit: 1)
    #expect(try await opening.client.page(after).get().items.map(\.id) == [ids[2]])
  }
}

/// Refreshes; `nil` if that succeeded.
private func refreshError(_ client: FeedClient) async -> FeedError? {
  switch await client.refresh() {
  case .success: nil
  case .failure(let error): error
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
