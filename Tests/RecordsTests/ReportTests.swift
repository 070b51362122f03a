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
    await store.historyClient.record([
      .sample(.file(first), title: "1.mp4", at: start),
      .sample(.file(second), title: "2.mp4", at: start + 100),
    ])
    var last = Impression.sample(.file(first), title: "1.mp4", at: start + 9.9 * 86_400)
    last.leaving = .quit
    await store.historyClient.record([
      .sample(.entry(feed: feed, id: "7"), title: "Seven", at: start + 200), last,
    ])
    store.save(LeftClip(resumeTime: 45, reached: 45, duration: 90), of: .file(first))
    #expect(await store.like(.file(second)))
    store.flush(until: HostTime.now + 5)
  }

  private func titles(_ query: HistoryQuery) throws -> [String] {
    try RecordStore.seenItems(query, scratch.options).map(\.title)
  }

  private func place(_ name: String) -> FilePath { FilePath(scratch.scratch.file(name)) }

  @Test func visitsAreAddedUpByItem() throws {
    let items = try RecordStore.seenItems(HistoryQuery(), scratch.options)
    #expect(items.map(\.title) == ["1.mp4", "Seven", "2.mp4"])
    #expect(items.map(\.visits) == [2, 1, 1])
    #expect(items.map(\.watched) == [16.4, 8.2, 8.2])
    #expect(items.map(\.leaving) == ["quit", "forwards", "forwards"])
    #expect(items.map(\.reached) == [45, nil, nil])
    #expect(items.map(\.duration) == [90, nil, nil])
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

  @Test func daysOfTheLastWeekAreAddedUp() throws {
    let days = try RecordStore.seenDays(HistoryQuery(), scratch.options)
    #expect(days.map(\.watched) == [8.2])
    #expect(days.allSatisfy { 0...1 ~= $0.age })
    #expect(
      try RecordStore.seenDays(HistoryQuery(places: [place("ab")]), scratch.options) == [])
  }

  @Test func visitsAreListedOldestFirst() throws {
    var titles: [String] = []
    try RecordStore.forEachVisit(HistoryQuery(), scratch.options) {
      titles.append($0.title)
      return titles.count < 3
    }
    #expect(titles == ["1.mp4", "2.mp4", "Seven"])
  }

  @Test func forgettingDeletesVisitsButNotLikes() async throws {
    #expect(
      try RecordStore.forget(HistoryQuery(places: [place("ab")]), scratch.options) == 1)
    #expect(try titles(HistoryQuery()) == ["1.mp4", "Seven"])
    #expect(await scratch.store().isLiked(second))
    #expect(try RecordStore.forget(HistoryQuery(), scratch.options) == 3)
    #expect(try titles(HistoryQuery()) == [])
    #expect(scratch.store().position(of: .file(first)) == 0)
    #expect(scratch.rows("SELECT title, seen FROM item") == [["2.mp4", ""]])
    #expect(scratch.rows("SELECT count(*) FROM sitting") == [["0"]])
    #expect(!scratch.contains("Seven") && !scratch.contains("1.mp4"))
    #expect(await scratch.store().isLiked(second))
  }
}
