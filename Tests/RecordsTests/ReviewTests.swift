import Clients
import FeedCore
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Records

@Suite struct ReviewTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func decision(
    _ id: Int, _ path: FilePath, from before: Review = Review(), _ after: Review
  ) -> Lot {
    Lot(id: id, key: .file(path), title: "clip", before: before, after: after)
  }

  private func review(_ path: FilePath) async -> Review? {
    await scratch.store().client.marks([.file(path)])[.file(path)]?.review
  }

  private func make(_ lots: Lot...) async {
    let client = scratch.store().client
    for lot in lots {
      guard case .success = await client.decide(lot) else {
        Issue.record("not saved: \(lot)")
        return
      }
    }
  }

  @Test func decisionsAreSavedAndTakenBack() async throws {
    let path = scratch.makeFile("a b.mp4")
    let kept = Review(verdict: .keep)
    let rated = Review(verdict: .keep, rating: 4, tags: ["two words", "x"], inPoint: 1.5)
    let first = decision(1, path, kept)
    let second = decision(2, path, from: kept, rated)
    await make(first, second)
    #expect(await review(path) == rated)
    #expect(await scratch.store().client.lots() == [first, second])
    _ = await scratch.store().client.takeBack(second)
    #expect(await review(path) == kept)
    #expect(await scratch.store().client.lots() == [first])
    _ = await scratch.store().client.takeBack(first)
    #expect(await review(path) == nil)
    #expect(try scratch.rows("SELECT * FROM review") == [])
    #expect(try scratch.rows("SELECT * FROM decision") == [])
  }

  /// Between the look at a clip and the key, another file has taken its place.
  @Test func decisionIsForTheFileThatWasSeen() async throws {
    let problems = Lock<[String]>([])
    let client = scratch.store(problems: problems).client
    let path = scratch.makeFile("a.mp4")
    let seen = try #require(FileVersion(path))
    func decide(_ id: Int, seen: FileVersion?) async -> FeedError.Reason? {
      let decision = Lot(
        id: id, key: .file(path), title: "a", before: Review(), after: Review(verdict: .reject),
        seen: seen)
      if case .failure(let error) = await client.decide(decision) { return error.reason }
      return nil
    }
    for (name, text, modified) in [
      ("longer", "another clip", 1_700_000_000), ("later", "clip", 1_700_000_001),
      ("earlier", "clip", 1_600_000_000), ("empty", "", 1_700_000_000),
    ] {
      let other = scratch.makeFile(name, text, modified: modified)
      #expect(rename(other.description, path.description) == 0)
      #expect(await decide(1, seen: seen) == .replaced, "\(name)")
    }
    #expect(await review(path) == nil)
    #expect(try scratch.rows("SELECT * FROM decision") == [])
    // Nothing is wrong with the records.
    #expect(problems.withLock { $0 } == [])
    #expect(await decide(2, seen: FileVersion(path)) == nil)
    #expect(await decide(3, seen: nil) == nil)
    #expect(unlink(path.description) == 0)
    #expect(await decide(4, seen: seen) == nil)
  }

  @Test func decisionsOfOtherSourcesAreNotUndone() async {
    let path = scratch.makeFile("a.mp4")
    await make(decision(1, path, Review(verdict: .keep)))
    let other = scratch.store(paths: [FilePath("/elsewhere")])
    #expect(await other.client.lots() == [])
  }

  @Test func lotIsTakenBackAsAWhole() async throws {
    let paths = ["b.mp4", "a.mp4"].map { scratch.makeFile($0, "clip \($0)") }
    let lot = Lot(
      id: 7, time: 1,
      decisions: paths.map {
        Decision(key: .file($0), title: "clip", before: Review(), after: Review(rating: 3))
      })
    await make(decision(5, paths[0], Review(tags: ["x"])), lot)
    #expect(await scratch.store().client.lots().map(\.decisions.count) == [1, 2])
    // In their order, by which an undo knows the first one.
    #expect(await scratch.store().client.lots().last == lot)
    _ = await scratch.store().client.takeBack(lot)
    #expect(await review(paths[0]) == Review(tags: ["x"]))
    #expect(await review(paths[1]) == nil)
    #expect(try scratch.rows("SELECT lot FROM decision") == [["5"]])
  }

  /// In databases of version 3, the decisions of a lot have numbers that follow each other.
  @Test func lotsOfEarlierVersionsAreTakenOver() async throws {
    scratch.folder.make()
    let file = RecordFile(inStateFolder: scratch.folder.path.description)
    let source = scratch.options.base.source(
      SourceName(paths: [FilePath(scratch.scratch.path)]).text)
    try file.run(
      Schema.steps.prefix(3).map(\.sql).joined()
        + """
        INSERT INTO item (id, kind, location, title) VALUES
          (1, 'web', 'https://a.example/1.mp4', 'one'), (2, 'web', 'https://a.example/2.mp4', 'two');
        INSERT INTO liked (item, at, page) VALUES (1, 6, 'clip');
        INSERT INTO review (item, verdict, rating, tags, at) VALUES (2, 'keep', 2, '', 9);
        INSERT INTO sitting (id, source, start, first) VALUES (1, 'x', 1, 2);
        INSERT INTO visit (item, sitting, start, end, watched, loops, leaving)
          VALUES (1, 1, 1, 2, 1, 0, 'jump');
        INSERT INTO place (source, kind, location, at) VALUES ('x', 'web', 'https://a.example/1.mp4', 1);
        INSERT INTO decision (id, item, source, rating, tags, old_rating, old_tags) VALUES
          (1000001, 1, '\(source)', 1, '', 0, ''), (1000002, 2, '\(source)', 1, '', 0, ''),
          (1000003, 2, 'another', 5, '', 1, ''),
          (1000004, 2, '\(source)', 2, '', 1, ''), (2000000, 1, '\(source)', 3, '', 1, '');
        PRAGMA application_id = 0x466C636B; PRAGMA user_version = 3
        """)
    let lots = await scratch.store().client.lots()
    #expect(lots.map(\.id) == [1_000_001, 1_000_004, 2_000_000])
    #expect(lots.map(\.time) == [1.000001, 1.000004, 2])
    #expect(lots.map { $0.decisions.map(\.title.string) } == [["one", "two"], ["two"], ["one"]])
    for table in ["item", "liked", "review", "sitting", "visit", "place", "decision"] {
      let count = ["item": "2", "decision": "5"][table] ?? "1"
      #expect(try scratch.rows("SELECT count(*) FROM \(table)") == [[count]], "\(table)")
    }
    #expect(try scratch.rows("PRAGMA foreign_key_check") == [])
  }

  /// Two programs know different things of a clip: neither overwrites what the other decided.
  @Test func decisionsOfTwoProgramsAddUp() async {
    let path = scratch.makeFile("a.mp4")
    await make(
      decision(1, path, Review(verdict: .reject)), decision(2, path, Review(rating: 3)),
      decision(3, path, Review(tags: ["x"])))
    #expect(await review(path) == Review(verdict: .reject, rating: 3, tags: ["x"]))
  }

  @Test func decisionsAreSavedInTheOrderOfTheCalls() async throws {
    let paths = (0..<20).map { scratch.makeFile("\($0).mp4", "clip \($0)") }
    let client = scratch.store().client
    let decisions = paths.enumerated().map { decision($0 + 1, $1, Review(verdict: .reject)) }
    let tasks = decisions.flatMap { decision in
      [
        Task { @MainActor in await client.decide(decision) },
        Task { @MainActor in await client.takeBack(decision) },
      ]
    }
    for task in tasks { _ = await task.value }
    #expect(try scratch.rows("SELECT * FROM review") == [])
  }

  @Test func reviewFollowsTheFile() async throws {
    let path = scratch.makeFile("a.mp4", "some content")
    await make(decision(1, path, Review(verdict: .keep)))
    let moved = FilePath(scratch.scratch.file("b.mp4"))
    try path.rename(to: moved)
    #expect(await review(moved) == Review(verdict: .keep))
    _ = scratch.makeFile("a.mp4", "other content")
    #expect(await review(path) == nil)
  }

  @Test func forgettingHistoryKeepsReviews() async throws {
    let path = scratch.makeFile("a.mp4")
    await make(decision(1, path, Review(verdict: .keep)))
    await scratch.store().record([.sample(.file(path))])
    #expect(try RecordStore.forget(HistoryQuery(), scratch.options) == 1)
    #expect(await review(path) == Review(verdict: .keep))
  }

  @Test func oldDecisionsAreForgotten() async {
    let day = 86_400 * 1_000_000
    let path = scratch.makeFile("a.mp4")
    await make(
      decision(1, path, Review(rating: 1)),
      decision(100 * day, path, from: Review(rating: 1), Review(rating: 2)))
    #expect(await scratch.store().client.lots().map(\.id) == [100 * day])
    #expect(await review(path) == Review(rating: 2))
  }

  @Test func filtersKnowReviews() async {
    let store = scratch.store()
    let paths = (0..<3).map { scratch.makeFile("\($0).mp4", "clip \($0)") }
    await make(
      decision(1, paths[0], Review(verdict: .keep, rating: 4)),
      decision(2, paths[1], Review(tags: ["Blue Sky"])))
    let facts = FileFacts(store) { _ in MediaFacts() }
      .read(paths.map { FoundItem(kind: .file(Clip(file: $0))) }, .records, time: 1)
    func matches(_ text: String) -> [Bool] { facts.map { FilterQuery(text).accepts($0) } }
    #expect(matches("is:kept") == [true, false, false])
    #expect(matches("is:rejected") == [false, false, false])
    #expect(matches("is:unreviewed") == [false, true, true])
    #expect(matches("rated:>3") == [true, false, false])
    #expect(matches("rated:0") == [false, true, true])
    #expect(matches("tag:blue-sky") == [false, true, false])
    #expect(matches("tag:blue") == [false, false, false])
  }

  @Test func frequentTagsComeFirst() async {
    let paths = (0..<3).map { scratch.makeFile("\($0).mp4", "clip \($0)") }
    await make(
      decision(1, paths[0], Review(tags: ["x", "y"])), decision(2, paths[1], Review(tags: ["y"])),
      decision(3, paths[2], Review(tags: ["a", "z"])))
    #expect(await scratch.store().client.tags() == ["y", "a", "x", "z"])
  }

  @Test func reviewsAreListedInOrder() async throws {
    let paths = ["b.mp4", "a/c.mp4", "a.mp4"].map { name in
      if name.contains("/") { mkdir(scratch.scratch.file("a"), 0o755) }
      return scratch.makeFile(name, "clip \(name)")
    }
    await make(
      decision(1, paths[0], Review(verdict: .keep)),
      decision(2, paths[1], Review(verdict: .reject)),
      decision(3_000_000, paths[2], Review(rating: 2)))
    func list(_ places: [FilePath] = [], _ filter: String = "") throws -> [FilePath?] {
      var list: [FilePath?] = []
      try RecordStore.forEachReview(in: places, FilterQuery(filter), scratch.options) {
        list.append($0.path)
        return true
      }
      return list
    }
    #expect(try list() == [paths[2], paths[1], paths[0]])
    #expect(try list([FilePath(scratch.scratch.file("a"))]) == [paths[1]])
    #expect(try list([], "is:kept") == [paths[0]])
    #expect(try list([], "c.mp4") == [paths[1]])
    try RecordStore.forEachReview(in: [paths[2]], FilterQuery(""), scratch.options) { item in
      #expect(item.time == 3 && item.review == Review(rating: 2))
      #expect(item.key == paths[2].uri)
      return true
    }
  }
}
