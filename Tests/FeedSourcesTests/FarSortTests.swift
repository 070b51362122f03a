import Clients
import FeedCore
import FeedSources
import Glibc
import Models
import Platform
import TestSupport
import Testing

/// Orders and conditions by size and date of folders on another machine: those of the same folder
/// here.
@Suite struct FarSortTests {
  let folder: TemporaryFolder
  private static let files: [(name: String, size: Int, time: Int)] = [
    ("a.mp4", 1, 200), ("b.mp4", 70, 1_800_000_000), ("c.mp4", 20, 300), ("d/e.mp4", 30, 100),
    ("d/f.mp4", 20, 86_500), ("d/g/h.webm", 3_000, 86_300), ("i/j.mp4", 0, 0),
  ]

  init() throws {
    folder = try TemporaryFolder()
    for (name, size, time) in Self.files { try write(name, size, time) }
  }

  private func write(_ name: String, _ size: Int, _ time: Int) throws {
    let path = try folder.file(FilePath(name), String(repeating: "x", count: size))
    let times = [timeval(tv_sec: time, tv_usec: 0), timeval(tv_sec: time, tv_usec: 0)]
    path.withCString { _ = utimes($0, times) }
  }

  private func far(_ change: (inout FeedOptions) -> Void) throws -> FeedOpening {
    try open([FilePath("sftp://nas/")]) {
      $0.openFolder = { [path = folder.path] in FarFolder($0, from: DiskMachine(root: path)) }
      change(&$0)
    }
  }

  private static func names(_ items: [FeedItem], in folder: FilePath) -> [String] {
    items.map { $0.name(in: folder).replacing("sftp://nas/", with: "") }
  }

  /// The first item, once it is known, and all of them.
  private func names(
    _ opening: FeedOpening, _ filter: FeedFilter = .none
  ) async throws -> [String] {
    var changes = opening.client.changes().makeAsyncIterator()
    var first = opening.first
    while case .notice = first.kind, let found = await changes.next() {
      for case .insert(let item, after: first.id) in found { first = item }
    }
    let all = try await opening.client.page(
      FeedBatchRequest(.start, limit: 64, filter: filter)
    ).get().items
    return Self.names([first] + all, in: folder.path)
  }

  @Test(arguments: [OrderSort.size, .modified, .date, .duration, .name], [false, true])
  func orderIsThatOfTheFolderHere(_ sort: OrderSort, _ isReversed: Bool) async throws {
    func change(_ options: inout FeedOptions) {
      options.sort = sort
      options.isReversed = isReversed
    }
    let here = try await names(try open([folder.path], change))
    #expect(here.count == 8 && here[0] == here[1])
    #expect(try await names(far(change)) == here)
  }

  @Test(arguments: ["size:>20", "size:20", "date:1970-01-01", "date:>2020 b", "size:<1k d/"])
  func conditionsAreThoseOfTheFolderHere(_ words: String) async throws {
    let filter = FeedFilter(text: words)
    let here = try await names(try open([folder.path]) { $0.match = filter }, filter)
    #expect(1..<8 ~= here.count)
    #expect(try await names(far { $0.match = filter }, filter) == here)
    // Typed later.
    let feed = await ReadFeed(try far { _ in })
    let typed = try await feed.client.page(
      FeedBatchRequest(.start, limit: 64, filter: filter)
    ).get().items
    #expect(Self.names(typed, in: folder.path) == Array(here.dropFirst()))
  }

  /// It opens before its size is known.
  @Test func singleFileOpensAtItsSortedPosition() async throws {
    let opening = try open([FilePath("sftp://nas/d/f.mp4")]) {
      $0.openFolder = { [path = folder.path] in FarFolder($0, from: DiskMachine(root: path)) }
      $0.sort = .size
    }
    #expect(opening.first.title == "f.mp4")
    var changes = opening.client.changes().makeAsyncIterator()
    while let batch = await changes.next(), !batch.contains(.rearranged) {}
    let all = try await opening.client.page(FeedBatchRequest(.start, limit: 9)).get().items
    #expect(Self.names(all, in: folder.path) == ["d/g/h.webm", "d/e.mp4", "d/f.mp4"])
    #expect(all.last?.id == opening.first.id)
  }

  /// A list says of a link what the link is: it is sorted as a clip of which nothing is known.
  @Test func linksComeLast() async throws {
    try folder.link("0.mp4", to: "b.mp4")
    #expect(try await names(far { $0.sort = .size }).last == "0.mp4")
  }

  @Test func refreshSortsAnewAndTellsOtherContent() async throws {
    let opening = try far { $0.sort = .size }
    #expect(try await names(opening).first == "d/g/h.webm")
    var changes = opening.client.changes().makeAsyncIterator()
    try write("c.mp4", 9_000, 400)
    try await opening.client.refresh().get()
    var reloaded: [String] = []
    while let batch = await changes.next() {
      for case .reload(let item) in batch { reloaded.append(item.title.string) }
      if batch.contains(.rearranged) { break }
    }
    #expect(reloaded == ["c.mp4"])
    #expect(
      try await opening.client.names(FeedBatchRequest(.start, limit: 1), in: folder.path)
        == ["sftp://nas/c.mp4"])
  }

  /// The names of a list that does not say more.
  @Test func namesWithoutAttributesAreSortedByName() async throws {
    let machine = SlowMachine()
    let opening = try open([FilePath("sftp://nas/d")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
      $0.sort = .size
    }
    let listed = Task {
      await machine.send("/d", "b.mp4", "a.mp4")
      await machine.end("/d")
    }
    #expect(try await names(opening) == ["d/a.mp4", "d/a.mp4", "d/b.mp4"])
    await listed.value
  }
}
