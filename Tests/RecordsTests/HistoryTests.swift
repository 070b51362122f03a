import Clients
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Records

@Suite struct HistoryTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func visitsAreRows() async throws {
    let store = scratch.store()
    let path = FilePath(scratch.scratch.file("beach at 100%.mp4"))
    let feed = "https://example.org/feed.json"
    await store.record([
      .sample(.file(path)),
      .sample(.entry(feed: feed, id: "tag:example.org,7"), title: "Seven"),
    ])
    let here = scratch.scratch.path
    let visit = ["1763719200.5", "1763719208.75", "8.2", "1", "forwards"]
    #expect(
      try scratch.rows(
        """
        SELECT kind, host, feed, location, title, source, visit.start, end, watched, loops, leaving
        FROM visit JOIN item ON item = item.id JOIN sitting ON sitting = sitting.id
        ORDER BY visit.id
        """) == [
          [
            "file", Records.host, "", "file://\(here)/beach%20at%20100%25.mp4", "beach.mp4",
            "file://\(here)",
          ] + visit,
          ["entry", "", feed, "tag:example.org,7", "Seven", "file://\(here)"] + visit,
        ])
    #expect(
      try scratch.rows("SELECT DISTINCT seen FROM item") == [["1763719208.75"]])
    await store.record([.sample(.file(path), at: 1_763_719_300)])
    #expect(try scratch.rows("SELECT count(*) FROM sitting") == [["1"]])
    #expect(
      try scratch.rows("SELECT seen FROM item WHERE kind = 'file'") == [["1763719308.25"]])
  }

  @Test func foldersAndFilesAreReadableOnlyByTheUser() async throws {
    let store = scratch.store()
    // Once the store has gone, it ends its log.
    defer { withExtendedLifetime(store) {} }
    await store.record([.sample(.file(FilePath("/a")))])
    var status = stat()
    #expect(stat(scratch.folder.path.description, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    for suffix in ["", "-wal"] {
      #expect(stat(scratch.folder.file("flick.db\(suffix)").description, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func anyTextIsKept() async throws {
    let store = scratch.store()
    let id = "\u{1B}]0;x\u{07}\n'; DROP TABLE item; --\u{9B}31m\u{202E}\u{2028}\\"
    await store.record([
      .sample(.entry(feed: "f\n", id: id), title: CleanText("\u{1B}[2J")),
      .sample(.file(FilePath(bytes: [0x2F, 0xFF, 0x0A, 0x25]))),
    ])
    #expect(
      try scratch.rows("SELECT feed, location FROM item ORDER BY id") == [
        ["f\n", id], ["", "file:///%FF%0A%25"],
      ])
  }

  @Test func longTitleIsCutAndOverlongIDSkipped() async throws {
    let store = scratch.store()
    await store.record([
      .sample(.file(FilePath("/a")), title: CleanText(String(repeating: "t", count: 10_000))),
      .sample(.entry(feed: "f", id: String(repeating: "i", count: 70_000))),
    ])
    #expect(try scratch.rows("SELECT count(*), max(length(title)) FROM item") == [["1", "501"]])
    #expect(try scratch.rows("SELECT count(*) FROM visit") == [["1"]])
  }

  @Test func onlyTheLatestVisitsAreKept() throws {
    try RecordDatabase(scratch.options).perform(.write) { records in
      try records.add(.sample(.file(FilePath("/a"))), in: 1, of: "here")
      try records.run("UPDATE visit SET id = 7")
      try records.addVisit(
        of: 1, in: 1, start: 1, end: 2, watched: 1, loops: 0, leaving: "quit")
      try records.run("UPDATE visit SET id = \(Records.maxVisits + 6) WHERE id = 8")
      try records.add(.sample(.file(FilePath("/a"))), in: 1, of: "here")
    }
    let latest = [6, 7].map { ["\(Records.maxVisits + $0)"] }
    #expect(try scratch.rows("SELECT id FROM visit ORDER BY id") == latest)
  }

  @Test func concurrentWritersLoseNothing() async throws {
    let problems = Lock<[String]>([])
    let stores = [scratch.store(problems: problems), scratch.store(problems: problems)]
    await withTaskGroup { group in
      for (writer, store) in stores.enumerated() {
        for number in 0..<100 {
          group.addTask {
            await store.record([.sample(.file(FilePath("/\(writer)-\(number)")))])
          }
        }
      }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(
      try scratch.rows("SELECT count(*), count(DISTINCT item) FROM visit") == [["200", "200"]])
  }

  @Test func disabledHistoryWritesNothing() async {
    let store = scratch.store(keepsHistory: false)
    await store.record([.sample(.file(FilePath("/a")))])
    await store.client.savePlace(LastPlace(key: .file(FilePath("/a"))))
    #expect(scratch.folder.path.withCString { access($0, F_OK) } != 0)
  }

  @Test func positionsOfClipsAreSaved() async throws {
    let path = scratch.makeFile("a.mp4")
    let store = scratch.store()
    func leave(
      _ store: RecordStore, at time: Double?, duration: Double? = 90, reached: Double = 80
    ) async -> Double? {
      store.save(
        LeftClip(resumeTime: time, reached: reached, duration: duration), of: .file(path))
      return await store.position(of: .file(path))
    }
    #expect(await store.position(of: .file(path)) == 0)
    #expect(await leave(store, at: 75.5) == 75.5)
    store.flush(until: HostTime.now + 60)
    let other = scratch.store()
    #expect(await other.position(of: .file(path)) == 75.5)
    // Nobody knew where it had been left.
    #expect(await leave(other, at: nil, reached: 3) == 75.5)
    #expect(await leave(other, at: 0, duration: nil) == 0)
    #expect(try scratch.rows("SELECT reached, duration FROM item") == [["80.0", "90.0"]])
    #expect(await leave(other, at: .infinity, duration: .nan) == 0)
    #expect(try scratch.rows("SELECT reached, duration FROM item") == [["80.0", "90.0"]])
    #expect(await leave(scratch.store(keepsHistory: false), at: 9) == 0)
    #expect(await other.position(of: .file(path)) == 0)
  }

  @Test func clipThatWasOnlyPassedIsNotSaved() throws {
    let path = scratch.makeFile("a.mp4")
    let store = scratch.store()
    store.save(LeftClip(resumeTime: 0, reached: 0.4, duration: 9), of: .file(path))
    store.flush(until: HostTime.now + 60)
    #expect(try scratch.rows("SELECT count(*) FROM item") == [["0"]])
  }

  @Test func flushWritesWhatIsPending() async throws {
    let store = scratch.store()
    let client = store.client
    let writing = Task { await client.record(.sample(.file(FilePath("/a")))) }
    // The task hands the visit over when it runs; after that the flush alone has to write it.
    #expect(
      await eventually {
        store.flush(until: HostTime.now + 1)
          && (try? scratch.rows("SELECT count(*) FROM visit")) == [["1"]]
      })
    await writing.value
  }
}
