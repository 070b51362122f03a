import Clients
import FeedCore
import FeedSources
import Glibc
import Models
import TestSupport
import Testing

@Suite struct PathListTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> FilePath { folder.path.appending(FilePath(name)) }

  /// Both ends of a pipe; the write end is closed on deallocation.
  private final class Writer {
    let reading: Int32
    private var writing: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw FileError(number: errno) }
      // Not passed to programs that other tests start: the pipe would not end.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      _ = Glibc.write(writing, bytes, bytes.count)
    }

    func end() {
      if writing >= 0 { close(writing) }
      writing = -1
    }

    deinit {
      end()
      close(reading)
    }
  }

  @Test func pathsAreReadFromStandardInputAsTheyArrive() async throws {
    try folder.files("a.mp4", "b.mp4", "d/1.mp4", "d/2.mp4")
    let writer = try Writer()
    writer.write("\(path("b.mp4"))\n\n\(path("gone.mp4"))\n")
    let opening = try open([FilePath("-")]) {
      $0.standardInput = writer.reading
      $0.patience = 0.25
    }
    #expect(opening.first.name(in: folder.path) == "b.mp4")
    let client = opening.client
    // Some of five are better than none while nobody is writing.
    let request = FeedBatchRequest(.start, limit: 5)
    let some = try await client.names(request, in: folder.path)
    #expect(["b.mp4", "[Not found]"].starts(with: some) && !some.isEmpty)
    #expect(client.place(opening.first.id, .none).isGrowing)
    writer.write("\(path("d"))\n\(path("a.mp4"))")
    writer.end()
    let feed = await ReadFeed(opening)
    #expect(
      feed.names(in: folder.path) == ["b.mp4", "[Not found]", "d/1.mp4", "d/2.mp4", "a.mp4"])
    #expect(!client.place(nil, .none).isGrowing)
    // A pipe can be read only once; the contents of folders are read again.
    try folder.files("d/3.mp4")
    _ = try await client.refresh().get()
    #expect(await ReadFeed(opening).names(in: folder.path).contains("d/3.mp4"))
  }

  @Test func pathsAreReadFromAFile() async throws {
    try folder.files("new\nline.mp4", "a.mp4", "b.mp4")
    let list = try folder.file(
      FilePath("list"), "\(folder.path)/a.mp4\u{0}\(folder.path)/new\nline.mp4\u{0}")
    let feed = try await feed([path("b.mp4")]) {
      $0.pathLists = [list]
      $0.isZeroSeparated = true
    }
    #expect(feed.names(in: folder.path) == ["b.mp4", "a.mp4", "new\nline.mp4"])
    let alone = try await self.alone(list)
    #expect(alone == ["a.mp4", "new\nline.mp4"])
  }

  private func alone(_ list: FilePath) async throws -> [String] {
    try await feed([]) {
      $0.pathLists = [list]
      $0.isZeroSeparated = true
    }.names(in: folder.path)
  }

  @Test func invalidListsAreErrors() throws {
    let zeros = try folder.file(FilePath("zeros"), "a\u{0}b\n")
    let endless = try folder.file(FilePath("endless"), String(repeating: "x", count: 70_000))
    for list in [zeros, endless] {
      let failure = #expect(throws: FeedFailure.self) { try open([]) { $0.pathLists = [list] } }
      #expect(failure?.problems.map(\.reason) == [.notPaths])
    }
    let gone = #expect(throws: FeedFailure.self) { try open([]) { $0.pathLists = [path("no")] } }
    #expect(gone?.problems.map(\.reason) == [.unreadable(ENOENT)])
    let empty = try folder.file(FilePath("empty"), "\n\n")
    let nothing = #expect(throws: FeedFailure.self) { try open([]) { $0.pathLists = [empty] } }
    #expect(nothing?.problems.map(\.reason) == [.emptyList])
  }

  @Test func hundredThousandPathsAreRead() async throws {
    let lines = (0..<100_000).map { "/nowhere/\($0).mp4\n" }.joined()
    try folder.files("a.mp4")
    let list = try folder.file(FilePath("list"), "\(path("a.mp4"))\n" + lines)
    let opening = try open([]) { $0.pathLists = [list] }
    let page = try await opening.client.page(FeedBatchRequest(.end, .backwards, limit: 1)).get()
    #expect(page.items.first?.title == "Not found")
    #expect(opening.client.place(nil, .none).total == 100_001)
  }
}
