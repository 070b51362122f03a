import Clients
import FeedCore
import Foundation
import Glibc
import LibAV
import Models
import Platform
import TestSupport
import Testing

@testable import Records

/// A database in a folder that somebody else has made, to do harm.
@Suite struct ForeignStoreTests {
  let scratch: Scratch
  private let home: String
  private let folder: String

  init() throws {
    scratch = try Scratch()
    home = scratch.scratch.file("home")
    folder = scratch.scratch.file("home/folder")
    for name in ["home", "home/folder", "home/other"] {
      #expect(mkdir(scratch.scratch.file(name), 0o700) == 0)
    }
    for name in ["secret", "other/notes-journal", "other/notes-wal", "other/clip.mp4"] {
      scratch.makeFile("home/\(name)", "precious \(name)")
    }
  }

  private var options: RecordOptions {
    RecordOptions(.folder(FilePath(folder)), contentHash: { ContentHash.of($0) })
  }

  private var database: String { "\(folder)/.flick.db" }

  /// A genuine database with a like and a verdict, closed.
  private func makeDatabase() async {
    let store = RecordStore(
      options, source: { [folder] in SourceName(paths: [FilePath(folder)]) }, onProblem: { _ in })
    let clip = scratch.makeFile("home/folder/a.mp4")
    #expect(await store.like(.file(clip)))
    let decision = Lot(
      id: 1, key: .file(clip), title: "a", before: Review(), after: Review(verdict: .reject))
    guard case .success = await store.client.decide(decision) else {
      Issue.record("not saved")
      return
    }
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
  }

  /// All that a Flick does with its records, and the sub-commands, without a key that changes a file.
  private func useDatabase() async {
    let clip = FilePath("\(folder)/a.mp4")
    let store = RecordStore(
      options, source: { [folder] in SourceName(paths: [FilePath(folder)]) }, onProblem: { _ in })
    _ = await store.isLiked(clip)
    _ = await store.client.lots()
    _ = await store.client.tags()
    _ = await store.position(of: .file(clip))
    _ = FileFacts(store) { _ in MediaFacts() }.read(
      [FoundItem(kind: .clip(Clip(file: clip)))], .records, time: 1)
    await store.record([.sample(.file(clip))])
    _ = await store.like(.file(clip), false)
    _ = RecordStore.items(.liked, options)
    _ = RecordStore.items(.begun, options)
    _ = RecordStore.place(in: SourceName("x"), options)
    _ = try? RecordStore.report(HistoryQuery(), limit: 9, options)
    try? RecordStore.forEachVisit(HistoryQuery(), options) { _ in true }
    try? RecordStore.forEachReview(in: [], FilterQuery(""), options) { _ in true }
    _ = try? RecordStore.forget(HistoryQuery(), options)
    _ = store.close(until: HostTime.now + 60, orDecisions: 0)
  }

  /// What is in the home, without the folder itself, which the database's maker has filled.
  private var outside: FolderSnapshot { FolderSnapshot(home) { [folder] in $0 == folder } }

  private func put(_ bytes: [UInt8], _ suffix: String) throws {
    try FilePath(database + suffix).write(bytes, mode: 0o600)
  }

  private var pages: Int { Command.contents(of: database).count / 4_096 }

  private static let victims = [
    "HOME/secret", "HOME/other/notes-journal", "HOME/other/notes-wal", "HOME/other/../secret",
    "HOME/folder/../secret", "../secret", "secret", "HOME/other/clip.mp4", "HOME/other",
    "HOME/folder/.flick.db/../../secret", "HOME/secret\0.flick.db-journal",
    "HOME/folder/.flick.db-journal\0", "file:HOME/secret",
  ]

  @Test(arguments: victims)
  func journalNamesNoOtherFileToDelete(_ victim: String) async throws {
    await makeDatabase()
    let before = outside
    let name = victim.replacing("HOME", with: home)
    try put(HotJournal(pages: pages, superJournal: Array(name.utf8)).bytes, "-journal")
    await useDatabase()
    #expect(outside.differences(from: before) == [])
  }

  /// What stands in the place of a database or its log.
  enum Stand: String, CaseIterable {
    case link
    case hardLink
    case relativeLink
    case linkToFolder
    case brokenLink
    case pipe
    case folder
  }

  @Test(arguments: ["", "-journal", "-wal", "-shm"], Stand.allCases)
  func filesBesideAreNoOthers(_ suffix: String, _ stand: Stand) async throws {
    await makeDatabase()
    let path = database + suffix
    if suffix.isEmpty { #expect(rename(path, "\(home)/other/stolen.db") == 0) }
    // The log of another database, which would be written to.
    let target = suffix.isEmpty ? "other/stolen.db" : "secret"
    let isMade =
      switch stand {
      case .link: symlink("\(home)/\(target)", path)
      case .hardLink: suffix.isEmpty ? 0 : link("\(home)/\(target)", path)
      case .relativeLink: symlink("../\(target)", path)
      case .linkToFolder: symlink("\(home)/other", path)
      case .brokenLink: symlink("\(home)/new", path)
      case .pipe: mkfifo(path, 0o600)
      case .folder: mkdir(path, 0o700)
      }
    #expect(isMade == 0)
    let before = outside
    await useDatabase()
    #expect(outside.differences(from: before) == [])
  }

  /// A log with a genuine header, so that SQLite reads on and writes to it.
  @Test func genuineLogOfAnotherNameIsNotWritten() async throws {
    await makeDatabase()
    try RecordFile(database).run(outsideTransaction: "PRAGMA journal_mode = WAL")
    let other = RecordFile("\(home)/other/mine.db")
    try other.run("CREATE TABLE mine (x)")
    let keeper = try other.keepingLog("INSERT INTO mine VALUES (1)")
    let log = "\(home)/other/mine.db-wal"
    #expect(!Command.contents(of: log).isEmpty)
    #expect(link(log, "\(database)-wal") == 0)
    let before = outside
    await useDatabase()
    #expect(outside.differences(from: before) == [])
    keeper.close()
  }

  /// While a database is opened, its log is exchanged for a link again and again.
  @Test func exchangingAFileMeanwhileHelpsNobody() async throws {
    await makeDatabase()
    let before = outside
    let isDone = Lock(false)
    let (database, home) = (database, home)
    let (pages, hot) = (pages, "\(folder)/hot")
    try FilePath(hot).write(
      HotJournal(pages: pages, superJournal: Array("\(home)/secret".utf8)).bytes, mode: 0o600)
    let attacker = WorkerThread(name: "attacker", niceness: 0) {
      var round = 0
      while !isDone.withLock({ $0 }) {
        round += 1
        for suffix in ["-journal", "-wal", "-shm"] {
          let new = "\(database)-new"
          _ = round.isMultiple(of: 2) ? symlink("\(home)/secret", new) : link(hot, new)
          rename(new, database + suffix)
        }
      }
    }
    for _ in 0..<8 { await useDatabase() }
    isDone.withLock { $0 = true }
    _ = attacker
    #expect(outside.differences(from: before) == [])
  }

  // MARK: - Paths

  static let locations = [
    "./../secret.mp4", "./other/../../other/clip.mp4", "./..%2f..%2fhome%2fother%2fclip.mp4",
    "./%2e%2e/other/clip.mp4", ".//../other/clip.mp4", "./link/clip.mp4", "./link/new.mp4",
    "file://HOME/other/clip.mp4", "file://HOME/folder/a.mp4", "file:///etc/passwd", "./", "./.",
    "./..", "./a.mp4/../../other/clip.mp4", "./a%00.mp4", "../other/clip.mp4", "/etc/passwd", "",
    ".//a.mp4", "./folder//a.mp4",
  ]

  @Test(arguments: locations)
  func locationsLeadNowhereElse(_ location: String) async throws {
    await makeDatabase()
    #expect(symlink("\(home)/other", "\(folder)/link") == 0)
    let location = location.replacing("HOME", with: home)
    try RecordFile(database).run(
      "UPDATE item SET location = '\(location)', host = '\(Records.host)'")
    for host in [Records.host, ""] {
      try RecordFile(database).run("UPDATE item SET host = '\(host)'")
      var paths: [FilePath] = []
      try RecordStore.forEachReview(in: [], FilterQuery(""), options) { item in
        if let path = item.path { paths.append(path) }
        return true
      }
      #expect(paths == [], "\(host)")
      let liked = try RecordStore.items(.liked, options).get()
      #expect(liked.compactMap(\.kind.filePath) == [], "\(host)")
    }
  }

  /// Another spelling of the same path, or another feed, hides from the keys that judge the file.
  @Test(arguments: ["location = './%61.mp4'", "feed = 'x'", "location = './a%2Emp4'", "host = 'x'"])
  func hiddenItemsOfAFileDoNotCount(_ change: String) async throws {
    await makeDatabase()
    try RecordFile(database).run("UPDATE item SET \(change)")
    var count = 0
    try RecordStore.forEachReview(in: [], FilterQuery(""), options) { _ in
      count += 1
      return true
    }
    #expect(count == 0)
  }

  /// What a writer saves must reach the disk, or fail.
  @Test func whoCannotWriteIsTold() async throws {
    guard geteuid() == 0 else { return }
    await makeDatabase()
    let log = try RecordFile(database).keepingLog("UPDATE item SET title = 'in the log'")
    let copy = scratch.scratch.file("copy")
    #expect(mkdir(copy, 0o755) == 0)
    try FilePath("\(copy)/.flick.db").write(Command.contents(of: database), mode: 0o666)
    #expect(chmod("\(copy)/.flick.db", 0o666) == 0)
    log.close()
    for folder in [scratch.scratch.path, copy] { #expect(chmod(folder, 0o555) == 0) }
    defer { for folder in [scratch.scratch.path, copy] { chmod(folder, 0o755) } }
    let options = RecordOptions(.folder(FilePath(copy)))
    let change: (Review) -> Review = { _ in Review(verdict: .keep) }
    OrdinaryUser.run {
      let saved = try? RecordStore.update([(.file(FilePath("\(copy)/a.mp4")), change)], options)
      #expect(saved == nil)
    }
  }

  @Test func filesBelowTheFolderAreFound() async throws {
    await makeDatabase()
    var paths: [FilePath] = []
    try RecordStore.forEachReview(in: [], FilterQuery(""), options) { item in
      if let path = item.path { paths.append(path) }
      return true
    }
    #expect(paths == [FilePath("\(folder)/a.mp4")])
  }

  // MARK: - Schemas

  static let additions = [
    "CREATE TRIGGER t AFTER INSERT ON visit BEGIN DELETE FROM liked; END",
    "CREATE TRIGGER t AFTER UPDATE ON item BEGIN SELECT 1; END",
    "CREATE VIEW v AS SELECT 1",
    "CREATE VIRTUAL TABLE v USING fts5(x)",
    "CREATE TABLE mine (x)",
    "CREATE TABLE mine (x REFERENCES item ON DELETE CASCADE)",
    "CREATE INDEX mine ON item (lower(title))",
    "CREATE INDEX mine ON item (title LIKE '%a%a%a%a%a%a%a')",
    "CREATE INDEX mine ON item (title) WHERE title > ''",
    "CREATE UNIQUE INDEX mine ON item (title)",
    "ALTER TABLE item ADD COLUMN more TEXT",
    "ALTER TABLE item ADD COLUMN more TEXT AS (hex(zeroblob(100000000)))",
    "DROP INDEX item_location",
    "DROP TABLE place",
    "ALTER TABLE liked RENAME TO likes",
  ]

  @Test(arguments: additions)
  func schemaOfSomebodyElseIsRefused(_ sql: String) async throws {
    await makeDatabase()
    try RecordFile(database).run(sql)
    let before = Command.contents(of: database)
    let problems = Lock<[String]>([])
    let store = RecordStore(
      options, source: { SourceName("x") },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
    #expect(await !store.like(.file(FilePath("\(folder)/a.mp4")), false))
    _ = store.close(until: HostTime.now + 60, orDecisions: 0)
    #expect(problems.withLock { $0 }.first?.hasSuffix("not a database of Flick") == true)
    #expect(Command.contents(of: database) == before)
  }

  static let rewritings = [
    "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')')",
    """
    UPDATE sqlite_schema SET type = 'view', rootpage = 0,
      sql = 'CREATE VIEW liked AS SELECT 1 AS item, 2 AS at' WHERE name = 'liked'
    """,
    """
    UPDATE sqlite_schema SET type = 'table', rootpage = 0,
      sql = 'CREATE VIEW liked AS WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n FROM x) SELECT n FROM x'
      WHERE name = 'liked'
    """,
    "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'visit'",
    "UPDATE sqlite_schema SET sql = sql || ' ' WHERE name = 'visit'",
    "UPDATE sqlite_schema SET sql = replace(sql, 'CASCADE', 'SET NULL') WHERE name = 'visit'",
    "UPDATE sqlite_schema SET sql = x'00' WHERE name = 'place_at'",
    "UPDATE sqlite_schema SET sql = 1 WHERE name = 'place_at'",
  ]

  @Test(arguments: rewritings)
  func rewrittenSchemaIsRefused(_ sql: String) async throws {
    await makeDatabase()
    try RecordFile(database).run("PRAGMA writable_schema = ON; \(sql)")
    let clock = ContinuousClock()
    let store = RecordStore(options, source: { SourceName("x") }, onProblem: { _ in })
    let start = clock.now
    let answers = try? RecordStore.report(HistoryQuery(), limit: 9, options)
    #expect(answers == nil)
    #expect(await !store.isLiked(FilePath("\(folder)/a.mp4")))
    _ = store.close(until: HostTime.now + 60, orDecisions: 0)
    #expect(clock.now - start < .seconds(30))
  }

  @Test(arguments: [
    "ANALYZE", "CREATE INDEX mine ON item (title)", "CREATE INDEX mine ON visit (start, watched)",
    "VACUUM", "REINDEX",
  ])
  func whatAUserAddsToLookThingsUpIsTolerated(_ sql: String) async throws {
    await makeDatabase()
    try RecordFile(database).run(outsideTransaction: sql)
    let store = RecordStore(options, source: { SourceName("x") }, onProblem: { _ in })
    #expect(await store.isLiked(FilePath("\(folder)/a.mp4")))
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
  }

  /// Blobs in columns of text, which a table without STRICT takes, and SQLite reads from any.
  @Test func rowsThatAreNoneOfFlicksEndTheList() async throws {
    await makeDatabase()
    let file = RecordFile(database)
    func rewrite(_ old: String, _ new: String) throws {
      try file.run(
        "PRAGMA writable_schema = ON; "
          + "UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = 'item'")
    }
    try rewrite(") STRICT", ")")
    try file.run(
      """
      WITH RECURSIVE n(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 1200)
      INSERT INTO item (id, kind, location) SELECT x, 'file', zeroblob(x) FROM n;
      INSERT INTO review (item, rating, tags, at) SELECT id, 1, '', 0 FROM item WHERE id >= 10
      """)
    try file.run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'item'
      """)
    var count = 0
    try RecordStore.forEachReview(in: [], FilterQuery(""), options) { _ in
      count += 1
      return true
    }
    #expect(count == 1)
  }

  @Test func statementsEnd() async throws {
    await makeDatabase()
    let database = RecordDatabase(options)
    for sql in [
      "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT max(n) FROM x",
      """
      WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x LIMIT 10000)
      SELECT printf('%.200000c', 'a') FROM x
      """, "SELECT zeroblob(1000000)",
    ] {
      #expect(throws: FileError.self) { _ = try database.read { try $0.rows(sql) } }
    }
  }

  /// Numbers need memory, too.
  @Test func rowsOfNumbersEnd() async throws {
    await makeDatabase()
    let columns = Array(repeating: "n", count: 200).joined(separator: ", ")
    let sql = """
      WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x LIMIT 30000)
      SELECT \(columns) FROM x
      """
    #expect(throws: FileError.self) { _ = try RecordDatabase(options).read { try $0.rows(sql) } }
  }

  /// Closing any descriptor of a database drops the locks on it.
  @Test(arguments: ["", "-wal", "-shm"], [true, false])
  func clipThatIsTheDatabaseIsNotOpened(_ suffix: String, _ isHard: Bool) async throws {
    await makeDatabase()
    let store = RecordStore(
      options, source: { [folder] in SourceName(paths: [FilePath(folder)]) }, onProblem: { _ in })
    await store.record([.sample(.file(FilePath("\(folder)/a.mp4")))])
    let clip = "\(folder)/b.mp4"
    let isMade =
      isHard ? link(database + suffix, clip) : symlink(".flick.db\(suffix)", clip)
    #expect(isMade == 0)
    #expect(ContentHash.of(FilePath(clip)) == nil)
    #expect(throws: FileError.self) { try FilePath(clip).contents() }
    #expect(unlink(clip) == 0)
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
  }

  /// Each page of the table contains the next one four hundred times: a few pages, and rows without end.
  @Test func tableThatContainsItselfEnds() async throws {
    await makeDatabase()
    let root = try RecordFile(database).rows(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'liked'")
    var page = try #require(Int(root[0][0]))
    var bytes = Command.contents(of: database)
    let leaf = Array(bytes[((page - 1) * 4_096)..<(page * 4_096)])
    for _ in 0..<6 {
      let next = bytes.count / 4_096 + 1
      bytes.replaceSubrange(
        ((page - 1) * 4_096)..<(page * 4_096), with: Self.interiorPage(child: next))
      bytes += leaf
      page = next
    }
    bytes.replaceSubrange(28..<32, with: Self.big(bytes.count / 4_096))
    try Data(bytes).write(to: URL(fileURLWithPath: database))
    #expect(throws: FeedError.self) { try RecordStore.items(.liked, options).get() }
  }

  private static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// A page of a table that has only pages below it, and only one
  /// (https://sqlite.org/fileformat.html#b_tree_pages).
  private static func interiorPage(child: Int) -> [UInt8] {
    let count = 400
    let start = 4_096 - count * 6
    var page: [UInt8] = [5] + big(0, 2) + big(count, 2) + big(start, 2) + [0] + big(child)
    for index in 0..<count { page += big(start + index * 6, 2) }
    page += [UInt8](repeating: 0, count: start - page.count)
    // The child, and the largest row number below it, in two bytes of seven bits.
    for index in 0..<count {
      page += big(child) + [0x80 | UInt8(index >> 7), UInt8(index & 0x7F)]
    }
    return page
  }

  /// A killed Flick has left a log on a disk that cannot be written any more.
  @Test(arguments: [["", "-wal"], ["", "-wal", "-shm"], [""]])
  func whatCannotBeWrittenIsRead(_ suffixes: [String]) async throws {
    await makeDatabase()
    let keeper = try RecordFile(database).keepingLog("UPDATE item SET title = 'in the log'")
    let copy = scratch.scratch.file("copy")
    #expect(mkdir(copy, 0o755) == 0)
    for suffix in suffixes {
      let bytes = Command.contents(of: database + suffix)
      #expect(!bytes.isEmpty)
      try FilePath("\(copy)/.flick.db\(suffix)").write(bytes, mode: 0o444)
    }
    keeper.close()
    for folder in [scratch.scratch.path, copy] { #expect(chmod(folder, 0o555) == 0) }
    defer { for folder in [scratch.scratch.path, copy] { chmod(folder, 0o755) } }
    let options = RecordOptions(.folder(FilePath(copy)))
    var titles: [String] = []
    OrdinaryUser.run {
      try? RecordStore.forEachReview(in: [], FilterQuery(""), options) { item in
        titles.append(item.title)
        return true
      }
    }
    // What is not in the database is not lost either, but where its log is.
    #expect(titles == [suffixes.count > 1 ? "in the log" : "a"])
    #expect(FolderSnapshot(copy).entries.count == suffixes.count + 1)
  }

  /// Databases are recognised by texts that are read off the steps; SQLite has the last word on them.
  @Test func expectedTextsAreThoseOfSQLite() throws {
    for version in 0...Schema.steps.count {
      let file = RecordFile(scratch.scratch.file("version-\(version).db"))
      try file.run("PRAGMA user_version; " + Schema.steps.prefix(version).map(\.sql).joined())
      let texts = try file.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
      #expect(Set(texts.compactMap(\.first)) == Schema.texts(of: version), "version \(version)")
      #expect(texts.count == Schema.texts(of: version).count)
    }
  }
}
