import Clients
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Records

/// What `flick history` prints and deletes.
@Suite struct ReportTests {
  let scratch: Scratch
  let first: FilePath
  let second: FilePath
  let feed = "https://example.org/feed.json"

  init() async throws {
    scratch = try Scratch()
    #expect(mkdir(scratch.scratch.file("a"), 0o700) == 0)
    #expect(mkdir(scratch.scratch.file("ab"), 0o700) == 0)
    first = scratch.makeFile("a/1.mp4", "one")
    second = scratch.makeFile("ab/2.mp4", "two!")
    let store = scratch.store()
    let start = WallClock.now - 10 * 86_400
    var visit = Impression.sample(.file(first), title: "1.mp4", at: start)
    visit.place = 1
    await store.record([
      visit,
      .sample(.file(second), title: "2.mp4", at: start + 100),
    ])
    var last = Impression.sample(.file(first), title: "1.mp4", at: start + 9.9 * 86_400)
    last.leaving = .quit
    await store.record([
      .sample(.entry(feed: feed, id: "7"), title: "Seven", at: start + 200), last,
    ])
    store.save(LeftClip(resumeTime: 45, reached: 45, duration: 90), of: .file(first))
    #expect(await store.like(.file(second)))
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
  }

  private func titles(_ query: HistoryQuery) throws -> [String] {
    try RecordStore.report(query, limit: 50, scratch.options).items.map(\.title)
  }

  private func place(_ name: String) -> FilePath { FilePath(scratch.scratch.file(name)) }

  @Test func visitsAreAddedUpByItem() throws {
    let report = try RecordStore.report(HistoryQuery(), limit: 50, scratch.options)
    let items = report.items
    #expect(items.map(\.title) == ["1.mp4", "Seven", "2.mp4"])
    #expect(items.map(\.visits) == [2, 1, 1])
    #expect(items.map(\.watched) == [16.4, 8.2, 8.2])
    #expect(items.map(\.leaving) == ["quit", "forwards", "forwards"])
    #expect(items.map(\.reached) == [45, nil, nil])
    #expect(items.map(\.duration) == [90, nil, nil])
    #expect(report.itemCount == 3 && report.visitCount == 4)
    #expect(abs(report.watched - 32.8) < 0.001)
  }

  @Test func aReportListsTheLatestItemsAndAddsUpAll() throws {
    let report = try RecordStore.report(HistoryQuery(), limit: 1, scratch.options)
    #expect(report.items.map(\.title) == ["1.mp4"])
    #expect(report.itemCount == 3)
    let week = WallClock.now - 7 * 86_400
    let part = try RecordStore.report(HistoryQuery(since: week), limit: 50, scratch.options)
    #expect(part.items.map(\.visits) == [1] && part.items.map(\.leaving) == ["quit"])
    #expect(part.itemCount == 1 && part.visitCount == 1 && part.watched == 8.2)
  }

  @Test func queriesSelectByPlaceAndTime() throws {
    #expect(try titles(HistoryQuery(places: [place("a")])) == ["1.mp4"])
    #expect(try titles(HistoryQuery(places: [place("a/")])) == ["1.mp4"])
    #expect(try titles(HistoryQuery(places: [place("ab/2.mp4")])) == ["2.mp4"])
    #expect(try titles(HistoryQuery(places: [FilePath(scratch.scratch.path)])).count == 2)
    #expect(try titles(HistoryQuery(places: [FilePath(feed)])) == ["Seven"])
    #expect(try titles(HistoryQuery(places: [place("a"), FilePath(feed)])).count == 2)
    #expect(try titles(HistoryQuery(places: [place("missing")])) == [])
    let week = WallClock.now - 7 * 86_400
    #expect(try titles(HistoryQuery(since: week)) == ["1.mp4"])
    #expect(try titles(HistoryQuery(places: [place("ab")], since: week)) == [])
  }

  @Test func visitsAreListedOldestFirst() throws {
    var visits: [VisitRecord] = []
    try RecordStore.forEachVisit(HistoryQuery(), scratch.options) {
      visits.append($0)
      return visits.count < 3
    }
    #expect(visits.map(\.title) == ["1.mp4", "2.mp4", "Seven"])
    #expect(visits.map(\.place) == [1, nil, nil])
    #expect(visits.map(\.page) == ["item", "item", "item"])
  }

  @Test func shortsAreListedByHowOftenTheyLedToTheirFilm() async throws {
    let store = scratch.store()
    func visit(_ key: ContentKey, _ page: Impression.Page, _ leaving: Impression.Leaving) async {
      var visit = Impression.sample(key, title: "film", at: WallClock.now)
      (visit.page, visit.leaving) = (page, leaving)
      await store.client.record(visit)
    }
    let spans = [10, 100].compactMap { TimeSpan(start: $0, end: $0 + 6) }
    for leaving in [Impression.Leaving.film, .forwards, .film] {
      await visit(.file(second), .excerpt(spans[1]), leaving)
    }
    await visit(.file(second), .excerpt(spans[0]), .forwards)
    await visit(.file(second), .film, .backwards)
    await visit(.entry(feed: feed, id: "8"), .item, .film)
    await visit(.entry(feed: feed, id: "9"), .item, .forwards)
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    let shorts = try RecordStore.shorts(HistoryQuery(), scratch.options)
    #expect(shorts.map(\.excerptStart) == [100, nil, 10])
    #expect(shorts.map(\.ledCount) == [2, 1, 0] && shorts.map(\.visits) == [3, 1, 1])
    #expect(shorts.map(\.filmWatched) == [8.2, 0, 8.2])
    #expect(try RecordStore.shorts(HistoryQuery(places: [place("a")]), scratch.options) == [])
  }

  @Test func hintsAreCounted() async {
    let client = scratch.store().client
    #expect(await client.hints() == [:])
    for name in ["triage", "overview", "triage"] { await client.noteHint(name) }
    #expect(await client.hints() == ["triage": 2, "overview": 1])
  }

  @Test func manyVisitsArePassedOnInBatches() throws {
    try RecordDatabase(scratch.options).perform(.write) { records in
      for number in 0..<2_500 {
        try records.run(
          """
          INSERT INTO visit (item, sitting, start, end, watched, loops, leaving)
          SELECT item, sitting, start, end, \(number), 0, 'end' FROM visit WHERE id = 1
          """)
      }
    }
    var watched: [Double] = []
    var hasWritten = false
    try RecordStore.forEachVisit(HistoryQuery(), scratch.options) { visit in
      if visit.leaving == "end" { watched.append(visit.watched) }
      // Nobody has to wait for who reads.
      if !hasWritten {
        hasWritten = (try? RecordDatabase(scratch.options).perform(.write) { _ in }) != nil
      }
      return true
    }
    #expect(watched == (0..<2_500).map { Double($0) })
    #expect(hasWritten)
  }

  @Test func forgettingKeepsWhatIsCountedOfOthers() throws {
    // As if the limit of all visits had removed its only one.
    try RecordDatabase(scratch.options).perform(.write) { records in
      try records.run("UPDATE item SET position = 12 WHERE title = 'Seven'")
      try records.run("DELETE FROM visit WHERE item = (SELECT id FROM item WHERE title = 'Seven')")
    }
    #expect(try RecordStore.forget(HistoryQuery(places: [place("a")]), scratch.options) == 2)
    #expect(
      try scratch.rows("SELECT title, visits, position FROM item ORDER BY title")
        == [["2.mp4", "1", ""], ["Seven", "1", "12.0"]])
  }

  /// With a store that is closed again: an open one keeps what is erased in its log.
  private func isSecondLiked() async -> Bool {
    let store = scratch.store()
    defer { #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == []) }
    return await store.isLiked(second)
  }

  @Test func forgettingDeletesVisitsButNotLikes() async throws {
    #expect(
      try RecordStore.forget(HistoryQuery(places: [place("ab")]), scratch.options) == 1)
    #expect(try titles(HistoryQuery()) == ["1.mp4", "Seven"])
    #expect(await isSecondLiked())
    #expect(try RecordStore.forget(HistoryQuery(), scratch.options) == 3)
    #expect(try titles(HistoryQuery()) == [])
    #expect(try scratch.rows("SELECT title, seen, position FROM item") == [["2.mp4", "", ""]])
    #expect(try scratch.rows("SELECT count(*) FROM sitting") == [["0"]])
    #expect(!scratch.contains("Seven") && !scratch.contains("1.mp4"))
    #expect(await isSecondLiked())
  }
}
