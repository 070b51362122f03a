import Clients
import FeedCore
import Glibc
import LibAV
import Models
import Platform
import TestSupport
import Testing

@testable import Records

/// A verdict counts for the file that was judged, whatever stands at its path by now.
@Suite struct JudgedFileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func judge(_ path: FilePath, _ options: RecordOptions? = nil) async {
    let store = RecordStore(
      options ?? scratch.options, source: { SourceName("x") }, onProblem: { _ in })
    let decision = Lot(
      id: 1, key: .file(path), title: "a", before: Review(), after: Review(verdict: .reject))
    guard case .success = await store.client.decide(decision) else {
      Issue.record("not saved")
      return
    }
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
  }

  private func listed(_ options: RecordOptions? = nil) throws -> [ReviewedItem.File] {
    var found: [ReviewedItem.File] = []
    try RecordStore.forEachReview(in: [], FilterQuery(""), options ?? scratch.options) { item in
      found.append(item.file)
      return true
    }
    return found
  }

  /// What happens to a file after it was judged.
  enum Change: CaseIterable {
    case none
    case touched
    case touchedLongAgo
    case replaced
    case replacedBySameSize
    case replacedByLonger
    case emptied
    case appended
    case replacedByFolder
    case replacedByLink
    case replacedByLinkToCopy
    case removed
    case restored
    case movedAwayAndAnotherMovedIn
  }

  private func change(_ path: FilePath, _ change: Change) {
    let name = String(decoding: path.lastComponent, as: UTF8.self)
    switch change {
    case .none: break
    case .touched: scratch.makeFile(name, "first", modified: 1_800_000_000)
    case .touchedLongAgo: scratch.makeFile(name, "first", modified: 1)
    case .replaced: scratch.makeFile(name, "2nd", modified: 1_800_000_000)
    case .replacedBySameSize: scratch.makeFile(name, "other", modified: 1_800_000_000)
    case .replacedByLonger: scratch.makeFile(name, "first and more", modified: 1_700_000_000)
    case .emptied: scratch.makeFile(name, "", modified: 1_700_000_000)
    case .appended: scratch.makeFile(name, "first.", modified: 1_800_000_000)
    case .replacedByFolder:
      #expect(unlink("\(path)") == 0 && mkdir("\(path)", 0o700) == 0)
    case .replacedByLink:
      #expect(
        unlink("\(path)") == 0
          && symlink("\(scratch.makeFile("b.mp4", "another one"))", "\(path)") == 0)
    case .replacedByLinkToCopy:
      let copy = scratch.makeFile("b.mp4", "first", modified: 1_800_000_000)
      #expect(unlink("\(path)") == 0 && symlink("\(copy)", "\(path)") == 0)
    case .removed: #expect(unlink("\(path)") == 0)
    case .restored:
      #expect(unlink("\(path)") == 0)
      scratch.makeFile(name, "first")
    case .movedAwayAndAnotherMovedIn:
      let other = scratch.makeFile("b.mp4", "other")
      #expect(rename("\(path)", "\(path).old") == 0 && rename("\(other)", "\(path)") == 0)
    }
  }

  @Test(arguments: Change.allCases)
  func onlyTheJudgedFileIsListed(_ change: Change) async throws {
    let path = scratch.makeFile("a.mp4", "first")
    await judge(path)
    self.change(path, change)
    let expected: [ReviewedItem.File] =
      switch change {
      case .none, .touched, .touchedLongAgo, .restored, .replacedByLinkToCopy: [.judged]
      case .removed: [.gone]
      // The same size and time: the same file, as far as is looked.
      case .movedAwayAndAnotherMovedIn: [.judged]
      default: []
      }
    #expect(try listed() == expected)
  }

  /// Of a file that could not be read when it was judged, only size and time are known.
  @Test(arguments: Change.allCases)
  func withoutItsContentATouchedFileIsUncertain(_ change: Change) async throws {
    let path = scratch.makeFile("a.mp4", "first")
    await judge(path, RecordOptions(.state(scratch.folder)))
    self.change(path, change)
    let expected: [ReviewedItem.File] =
      switch change {
      case .none, .restored, .movedAwayAndAnotherMovedIn: [.judged]
      case .removed: [.gone]
      case .touched, .touchedLongAgo, .replacedBySameSize, .replacedByLinkToCopy: [.uncertain]
      default: []
      }
    #expect(try listed() == expected)
  }

  @Test func judgingSavesTheContent() async throws {
    let path = scratch.makeFile("a.mp4", "first")
    await judge(path)
    #expect(try scratch.rows("SELECT count(content) FROM item") == [["1"]])
  }

  @Test func importedVerdictsSaveTheContent() throws {
    let path = scratch.makeFile("a.mp4", "first")
    let change: (Review) -> Review = { _ in Review(verdict: .keep) }
    #expect(try RecordStore.update([(.file(path), change)], scratch.options) == 1)
    #expect(try scratch.rows("SELECT count(content) FROM item") == [["1"]])
  }

  /// What is found out of a new file for sorting does not take up the row of the one that was judged.
  @Test func aLookAtANewFileKeepsWhatWasDecidedOfTheOldOne() async throws {
    let path = scratch.makeFile("a.mp4", "first")
    await judge(path, RecordOptions(.state(scratch.folder)))
    change(path, .replaced)
    let store = scratch.store()
    let item = FoundItem(kind: .clip(Clip(file: path)))
    _ = FileFacts(store) { _ in MediaFacts() }.read([item], .media, time: 1)
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    #expect(try listed() == [])
    #expect(try scratch.rows("SELECT count(*) FROM review") == [["1"]])
  }

  /// A file that was gone when it was judged: the next one of its name is another.
  @Test func verdictOnAFileThatIsGoneIsOfNoOther() async throws {
    let path = FilePath(scratch.scratch.file("a.mp4"))
    await judge(path)
    scratch.makeFile("a.mp4", "new")
    await scratch.store().record([.sample(.file(path))])
    #expect(await scratch.store().client.marks([.file(path)])[.file(path)]?.review == nil)
    #expect(try listed() == [])
  }

  @Test func aLookAtATouchedFileKeepsThatItIsUncertain() async throws {
    let path = scratch.makeFile("a.mp4", "first")
    await judge(path, RecordOptions(.state(scratch.folder)))
    change(path, .touched)
    let store = scratch.store()
    let item = FoundItem(kind: .clip(Clip(file: path)))
    _ = FileFacts(store) { _ in MediaFacts() }.read([item], .media, time: 1)
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    #expect(try listed() == [.uncertain])
  }

  /// Which of two verdicts was given last is not known to whoever reads a store of somebody else.
  @Test(arguments: [("keep", ""), ("keep", "is:rejected"), ("reject", "is:rejected")])
  func twoVerdictsForOnePathAreUncertain(_ verdict: String, _ filter: String) async throws {
    let path = scratch.makeFile("a.mp4", "first")
    await judge(path)
    let file = RecordFile(inStateFolder: scratch.folder.path.description)
    try file.run("DROP INDEX item_location")
    try file.run(
      """
      INSERT INTO item (id, kind, location, feed, host, size, modified, content)
        SELECT 99, kind, location, feed, host, size, modified, content FROM item LIMIT 1;
      INSERT INTO review (item, verdict, rating, tags, at) VALUES (99, '\(verdict)', 0, '', 0)
      """)
    // An index of that name that lets both in, and says that it does not.
    try file.run(
      """
      CREATE INDEX item_location ON item (kind, feed, location, host);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'CREATE INDEX', 'CREATE UNIQUE INDEX')
        WHERE name = 'item_location'
      """)
    var found: [ReviewedItem.File] = []
    try RecordStore.forEachReview(in: [], FilterQuery(filter), scratch.options) { item in
      found.append(item.file)
      return true
    }
    let each: ReviewedItem.File = verdict == "reject" ? .judged : .uncertain
    #expect(found == (verdict == "keep" && !filter.isEmpty ? [each] : [each, each]))
  }

  /// They would have to be held until the last is known.
  @Test func manyItemsAtOnePathAreRefused() async throws {
    let path = scratch.makeFile("a.mp4", "first")
    await judge(path)
    let file = RecordFile(inStateFolder: scratch.folder.path.description)
    try file.run("DROP INDEX item_location")
    try file.run(
      """
      INSERT INTO item (kind, location, feed, host, size, modified)
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100)
        SELECT kind, location, feed, host, size, modified FROM item, n;
      INSERT INTO review (item, verdict, rating, tags, at)
        SELECT id, 'keep', 0, '', 0 FROM item WHERE id NOT IN (SELECT item FROM review);
      CREATE INDEX item_location ON item (kind, feed, location, host);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'CREATE INDEX', 'CREATE UNIQUE INDEX')
        WHERE name = 'item_location'
      """)
    #expect(throws: FileError.self) { try listed() }
  }

  @Test func fileReplacedWhileItIsReadIsNotJudged() async throws {
    let path = scratch.makeFile("a.mp4", "first")
    let seen = try #require(FileVersion(path))
    let options = RecordOptions(
      .state(scratch.folder),
      contentHash: { [scratch] in
        let hash = ContentHash.of($0)
        scratch.makeFile("a.mp4", "another one")
        return hash
      })
    let store = RecordStore(options, source: { SourceName("x") }, onProblem: { _ in })
    let decision = Lot(
      id: 1, key: .file(path), title: "a", before: Review(), after: Review(verdict: .reject),
      seen: seen)
    guard case .failure(let error) = await store.client.decide(decision) else {
      Issue.record("saved")
      return
    }
    #expect(error.reason == .replaced)
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    #expect(try scratch.rows("SELECT count(*) FROM review") == [["0"]])
  }
}
