import Clients
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Records

/// Files that are not what Flick left.
@Suite struct DamageTests {
  let scratch: Scratch
  let problems = Lock<[String]>([])

  init() throws {
    scratch = try Scratch()
  }

  private var reported: [String] { problems.withLock { $0 } }

  /// Where a new database was begun after all.
  private func worksAgain(_ store: RecordStore) async -> Bool {
    let path = scratch.makeFile("after.mp4")
    return await store.like(.file(path)) ? await store.isLiked(path) : false
  }

  @Test func folderThatIsAFileIsReportedOnceAndTolerated() async {
    scratch.put("a file in place of a folder", into: "flick")
    let folder = StateFolder(path: scratch.folder.file("flick"))
    let store = RecordStore(
      RecordOptions(.state(folder)), source: { SourceName("x") },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
    for _ in 0..<3 { await store.record([.sample(.file(FilePath("/a")))]) }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("Not a directory") == true)
    let result = await store.client.setLiked([.file(FilePath("/a"))], true)
    guard case .failure(let error) = result else {
      Issue.record("the like succeeded")
      return
    }
    #expect(error.reason == .system(ENOTDIR))
  }

  @Test func pipeInPlaceOfTheFileDoesNotBlock() async {
    scratch.folder.make()
    #expect(scratch.folder.file("flick.db").withCString { mkfifo($0, 0o600) } == 0)
    let store = scratch.store(problems: problems)
    await store.record([.sample(.file(FilePath("/a")))])
    #expect(reported.count == 1)
    #expect(reported.first?.hasSuffix("not a regular file") == true)
  }

  @Test func symbolicLinkIsNotOpened() async {
    scratch.put("not ours", into: "other")
    #expect(symlink("\(scratch.folder.path)/other", "\(scratch.folder.path)/flick.db") == 0)
    let store = scratch.store(problems: problems)
    #expect(await !store.like(.file(scratch.makeFile("a.mp4"))))
    #expect(reported.first?.contains("symbolic link") == true)
    #expect(Command.contents(of: "\(scratch.folder.path)/other") == Array("not ours".utf8))
  }

  @Test(arguments: ["not a database", String(repeating: "SQLite format 3", count: 1_000)])
  func fileThatIsNoDatabaseIsMovedAside(_ text: String) async throws {
    scratch.put(text, into: "flick.db")
    let store = scratch.store(problems: problems)
    #expect(await worksAgain(store))
    #expect(reported.count == 1)
    let kept = try #require(reported.first?.split(separator: " ").last)
    #expect(Command.contents(of: String(kept)) == Array(text.utf8))
  }

  @Test func damagedDatabaseIsMovedAsideAndANewOneBegun() async throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for round in 0..<20 {
      let scratch = try Scratch()
      let path = scratch.makeFile("a.mp4")
      do {
        let store = scratch.store()
        for number in 0..<50 {
          await store.record([.sample(.file(FilePath("/\(number)")))])
        }
        #expect(await store.like(.file(path)))
        store.flush(until: HostTime.now + 60)
      }
      try RecordFile(inStateFolder: "\(scratch.folder.path)").run(
        outsideTransaction: "PRAGMA wal_checkpoint")
      var bytes = Command.contents(of: "\(scratch.folder.path)/flick.db")
      for _ in 0..<generator.int(1..<2_000) {
        bytes[generator.int(0..<bytes.count)] = UInt8(generator.int(0..<256))
      }
      try scratch.folder.file("flick.db").replace(with: bytes, mode: 0o600)
      // Whatever it reads, it neither stops nor fails for good.
      let store = scratch.store()
      _ = await store.isLiked(path)
      await store.record([.sample(.file(FilePath("/b")))])
      let after = scratch.makeFile("after.mp4", "after")
      #expect(await store.like(.file(after)), "round \(round), seed \(Fuzz.seed)")
    }
  }

  @Test func deletedDatabaseIsBegunAnew() async throws {
    let path = scratch.makeFile("a.mp4")
    let store = scratch.store(problems: problems)
    #expect(await store.like(.file(path)))
    for suffix in ["", "-wal", "-shm"] {
      _ = scratch.folder.file("flick.db\(suffix)").withCString { unlink($0) }
    }
    #expect(await !store.isLiked(path))
    #expect(await store.like(.file(path)))
    #expect(try scratch.rows("SELECT count(*) FROM liked") == [["1"]])
    #expect(reported == [])
  }

  @Test func newerDatabaseIsLeftAlone() async throws {
    let path = scratch.makeFile("a.mp4")
    #expect(await scratch.store().like(.file(path)))
    try RecordDatabase(scratch.options).perform(.write) {
      try $0.run("PRAGMA user_version = 1000")
    }
    let store = scratch.store(problems: problems)
    #expect(await !store.isLiked(path))
    #expect(await !store.like(.file(path), false))
    #expect(reported.count == 1)
    #expect(reported.first?.contains("newer version of Flick") == true)
    #expect(try scratch.rows("SELECT count(*) FROM liked") == [["1"]])
  }

  /// SQLite checks types when values are written, not when they are read.
  @Test func valuesOfOtherTypesDoNoHarm() async throws {
    var store = scratch.store()
    let path = scratch.makeFile("a.mp4")
    await store.record([.sample(.file(path))])
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    let file = RecordFile(inStateFolder: scratch.folder.path.description)
    func change(_ sql: String) throws {
      try file.run(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'item'
        """)
      try file.run(sql)
      try file.run(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'item'
        """)
    }
    try change("UPDATE item SET feed = x'', title = x'', visits = 'many', total = x'00'")
    let report = try RecordStore.report(HistoryQuery(), limit: 9, scratch.options)
    #expect(report.itemCount == 1 && report.visitCount == 0 && report.watched == 0)
    #expect(report.items.map(\.title) == [""])
    try change("UPDATE item SET seen = 'long ago', duration = x'00'")
    store = scratch.store()
    #expect(await store.client.marks([.file(path)])[.file(path)]?.seen == nil)
  }

  /// A program that is killed as it ends the log leaves a journal, and only who may write can roll back.
  @Test func whatWasInterruptedIsRolledBackForAReader() async throws {
    let file = FilePath(scratch.scratch.file(".flick.db"))
    let options = RecordOptions(.folder(FilePath(scratch.scratch.path)))
    let store = RecordStore(options, source: { SourceName("x") }, onProblem: { _ in })
    #expect(await store.like(.file(scratch.makeFile("a.mp4"))))
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    let pages = try Int(FileStatus(file).size) / 4_096
    let journal = FilePath("\(file)-journal")
    try journal.write(HotJournal(pages: pages).bytes, mode: 0o600)
    #expect(try RecordStore.items(.liked, options).get().count == 1)
    #expect(Command.contents(of: "\(journal)").isEmpty)
  }

  @Test func namesThatSQLiteTakesForItsOwnAreFiles() async throws {
    // In the working folder, where a run that was killed may have left some.
    func removeAll() { for end in ["", "-wal", "-shm"] { unlink(":memory:\(end)") } }
    removeAll()
    defer { removeAll() }
    let store = RecordStore(
      RecordOptions(.file(FilePath(":memory:"))), source: { SourceName("x") },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
    #expect(await store.like(.file(scratch.makeFile("a.mp4"))))
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    #expect(try RecordFile("./:memory:").rows("SELECT count(*) FROM liked") == [["1"]])
  }

  @Test func lockedDatabaseIsWaitedForABit() async throws {
    #expect(await scratch.store().like(.file(scratch.makeFile("a.mp4"))))
    let store = scratch.store(problems: problems)
    try await RecordDatabase(scratch.options).holding {
      #expect(await !store.like(.file(scratch.makeFile("b.mp4"))))
    }
    #expect(reported.count == 1)
    #expect(reported.first?.hasSuffix("locked by another program") == true)
    #expect(await store.like(.file(scratch.makeFile("b.mp4"))))
  }
}

extension RecordDatabase {
  /// Keeps other processes from writing meanwhile.
  fileprivate func holding(_ body: @escaping @Sendable () async -> Void) async throws {
    let done = Wakeup()
    let isHeld = Promise<Void>()
    Task {
      await isHeld.value
      await body()
      done.signal()
    }
    try perform(.write) { _ in
      isHeld.keep(())
      done.wait(timeout: nil)
    }
  }
}
