import Clients
import FeedCore
import Glibc
import LibAV
import Models
import Platform
import TestSupport
import Testing

@testable import Records

/// A database that travels with its clips, or that the user has named.
@Suite struct PortableStoreTests {
  let scratch: Scratch
  let problems = Lock<[String]>([])

  init() throws {
    scratch = try Scratch()
    #expect(mkdir(scratch.scratch.file("disk"), 0o700) == 0)
    #expect(mkdir(scratch.scratch.file("disk/trip"), 0o700) == 0)
  }

  private func options(_ folder: String) -> RecordOptions {
    RecordOptions(
      .folder(FilePath(scratch.scratch.file(folder))), contentHash: { ContentHash.of($0) })
  }

  private func store(_ options: RecordOptions, _ folder: String) -> RecordStore {
    let here = FilePath(scratch.scratch.file(folder))
    return RecordStore(
      options, source: { SourceName(paths: [here]) },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
  }

  private func close(_ store: RecordStore) -> [String] {
    store.close(until: HostTime.now + 60, orDecisions: 0)
  }

  @Test func recordsMoveWithTheFolder() async throws {
    let clip = scratch.makeFile("disk/trip/beach at 100%.mp4")
    let other = scratch.makeFile("outside.mp4", "other")
    var store = store(options("disk"), "disk")
    for path in [clip, other] { #expect(await store.like(.file(path))) }
    await store.record([.sample(.file(clip))])
    await store.client.savePlace(LastPlace(key: .file(clip)))
    store.save(LeftClip(resumeTime: 45, reached: 45, duration: 90), of: .file(clip))
    #expect(close(store) == [])
    #expect(
      Set(
        try RecordFile(scratch.scratch.file("disk/.flick.db")).rows(
          "SELECT host, location FROM item"))
        == [["", "./trip/beach%20at%20100%25.mp4"], [Records.host, other.uri]])

    #expect(rename(scratch.scratch.file("disk"), scratch.scratch.file("elsewhere")) == 0)
    let moved = FilePath(scratch.scratch.file("elsewhere/trip/beach at 100%.mp4"))
    let options = options("elsewhere")
    store = self.store(options, "elsewhere")
    for path in [moved, other] { #expect(await store.isLiked(path)) }
    #expect(await store.position(of: .file(moved)) == 45)
    let here = SourceName(paths: [FilePath(scratch.scratch.file("elsewhere"))])
    #expect(RecordStore.place(in: here, options)?.key == .file(moved))
    // What the folder does not contain is remembered, but a folder that anybody may have made cannot
    // name it.
    let liked = try RecordStore.items(.liked, options).get().compactMap(\.kind.filePath)
    #expect(liked == [moved])
    for place in ["elsewhere", "elsewhere/trip", "elsewhere/trip/beach at 100%.mp4", ""] {
      let query = HistoryQuery(places: [FilePath(scratch.scratch.file(place))])
      let report = try RecordStore.report(query, limit: 9, options)
      #expect(report.items.map(\.location) == [moved.uri], "\(place)")
    }
    let query = HistoryQuery(places: [FilePath(scratch.scratch.file("elsewhere/tri"))])
    #expect(try RecordStore.report(query, limit: 9, options).itemCount == 0)
  }

  @Test func aClosedDatabaseIsOneFileThatNeedsNoLog() async {
    let store = store(options("disk"), "disk")
    #expect(await store.like(.file(scratch.makeFile("disk/a.mp4"))))
    #expect(access(scratch.scratch.file("disk/.flick.db-wal"), F_OK) == 0)
    #expect(close(store) == [])
    #expect(access(scratch.scratch.file("disk/.flick.db-wal"), F_OK) != 0)
    // Rollback journal: https://sqlite.org/fileformat.html#file_format_version_numbers
    #expect(Command.contents(of: scratch.scratch.file("disk/.flick.db"))[18...19] == [1, 1])
  }

  @Test func lookingForRecordsCreatesNoFile() {
    let options = options("disk")
    #expect(throws: FileError.self) { try RecordStore.report(HistoryQuery(), limit: 1, options) }
    #expect(RecordStore.place(in: SourceName("here"), options) == nil)
    #expect(access(scratch.scratch.file("disk/.flick.db"), F_OK) != 0)
  }

  @Test func aReaderDoesNotKeepTheLog() async {
    let store = store(options("disk"), "disk")
    let clip = scratch.makeFile("disk/a.mp4")
    #expect(await store.like(.file(clip)))
    let facts = FileFacts(store) { _ in MediaFacts() }
    let item = FoundItem(kind: .clip(Clip(file: clip)))
    #expect(facts.read([item], .records, time: 1).map(\.isLiked) == [true])
    #expect(close(store) == [])
    #expect(Command.contents(of: scratch.scratch.file("disk/.flick.db"))[18...19] == [1, 1])
  }

  @Test func aReplacedDatabaseLosesNothing() async throws {
    let store = store(options("disk"), "disk")
    let paths = ["disk/a.mp4", "disk/b.mp4"].map { scratch.makeFile($0, $0) }
    #expect(await store.like(.file(paths[0])))
    // As a restored backup, used by another Flick.
    for name in [".flick.db", ".flick.db-wal", ".flick.db-shm"] {
      #expect(unlink(scratch.scratch.file("disk/\(name)")) == 0)
    }
    let other = self.store(options("disk"), "disk")
    #expect(await other.like(.file(paths[1])))
    #expect(await !store.isLiked(paths[0]))
    for path in paths { #expect(await other.isLiked(path) == (path == paths[1])) }
    #expect(close(store) == [] && close(other) == [])
    #expect(
      try RecordFile(scratch.scratch.file("disk/.flick.db")).rows("SELECT location FROM item")
        == [["./b.mp4"]])
  }

  @Test func aDatabaseInUseIsNotClosedUnderAnother() async {
    let (first, second) = (store(options("disk"), "disk"), store(options("disk"), "disk"))
    let clip = scratch.makeFile("disk/a.mp4")
    #expect(await first.like(.file(clip)))
    #expect(await second.isLiked(clip))
    await second.record([.sample(.file(clip))])
    #expect(close(first) == [])
    #expect(await second.like(.file(clip), false))
    #expect(await !second.isLiked(clip))
    #expect(close(second) == [])
  }

  @Test func namedFileThatIsNoDatabaseIsLeftAlone() async {
    let file = scratch.makeFile("holiday.mp4", String(repeating: "not a database ", count: 99))
    let store = store(RecordOptions(.file(file)), "disk")
    #expect(await !store.like(.file(scratch.makeFile("a.mp4"))))
    #expect(close(store).count == 1)
    #expect(
      Command.contents(of: scratch.scratch.file("holiday.mp4")).starts(with: "not a ".utf8))
  }

  @Test func databaseOfAnotherProgramIsLeftAlone() async throws {
    let file = FilePath(scratch.scratch.file("other.db"))
    try RecordFile(file.description).run("CREATE TABLE mine (x)")
    let store = store(RecordOptions(.file(file)), "disk")
    #expect(await !store.like(.file(scratch.makeFile("a.mp4"))))
    #expect(close(store).first?.hasSuffix("not a database of Flick") == true)
    #expect(try RecordFile(file.description).rows("SELECT name FROM sqlite_schema") == [["mine"]])
  }
}
