import Composable
import Models
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

/// What the feed's items look like on screens of three sizes.
extension ScreenTests {
  static let sizes = [(80, 24), (120, 40), (30, 10)]

  @Test(arguments: [
    (FeedPlace(number: 3, count: 12, total: 12, isGrowing: false), "", "3 of 12"),
    (FeedPlace(number: 3, count: 12, total: 12, isGrowing: true), "", "3 of 12+"),
    (
      FeedPlace(number: 1_234, count: 123_456, total: 123_456, isGrowing: true), "",
      "1234 of 123 456+"
    ),
    (
      FeedPlace(number: 3, count: 12, total: 34, isGrowing: false), "x", "/x  3 of 12 matches in 34"
    ),
    (
      FeedPlace(number: 3, count: 12, total: 34, isGrowing: true), "x",
      "/x  3 of 12+ matches in 34+"
    ),
    (FeedPlace(number: nil, count: 12, total: 34, isGrowing: true), "", "of 12+"),
  ])
  func thePlaceIsTold(_ place: FeedPlace, _ filter: String, _ words: String) {
    var state = clipState()
    state.feed.window.filter = FeedFilter(text: filter)
    let row = screen(state, columns: 60, place: place)[8]
    #expect(row == " river.mp4".padded(to: 60 - words.count - 1) + words + " ")
  }

  @Test func likedAndSeenItemsAreMarked() {
    var state = clipState()
    state.feed.marks = [ItemID(rawValue: 0): ItemMarks(isLiked: true, seen: 7)]
    #expect(screen(state)[8] == " river.mp4             ♥  seen · 1 of 1 ")
    #expect(screen(state, symbols: .ascii)[8] == " river.mp4             <3  seen, 1 of 1 ")
  }

  @Test func triageIsCounted() {
    var state = clipState()
    state.feed.triage.isOn = true
    state.feed.window.filter = FeedFilter(text: "is:unreviewed")
    state.feed.marks = [
      ItemID(rawValue: 0): ItemMarks(
        review: Review(verdict: .reject, rating: 3, tags: ["night", "two words"]))
    ]
    for number in 0..<10 {
      state.feed.triage.undo.add(
        .decided(
          Lot(
            id: number * 4_000_000, key: .file(FilePath("x")), title: "x", before: Review(),
            after: Review(verdict: .keep))))
    }
    let place = FeedPlace(
      number: 3, count: 12, total: 1_000, isGrowing: false,
      verdicts: VerdictCount(kept: 201, rejected: 111))
    func row(_ columns: Int, _ place: FeedPlace, _ symbols: SymbolSet = .unicode) -> String {
      screen(state, columns: columns, place: place, symbols: symbols)[8]
    }
    let long = "688 unreviewed · 201 kept · 111 rejected · about 46 min left "
    #expect(row(112, place).hasSuffix(" rejected ★★★ night, two words  " + long))
    #expect(row(60, place).hasSuffix("   rejected ★★★ night, two words  688 left "))
    #expect(row(40, place).hasSuffix("   rejected  688 left "))
    // Other words of the filter are shown, and what may still come has no end.
    state.feed.window.filter = FeedFilter(text: "bee is:unreviewed")
    state.feed.marks = [:]
    var growing = place
    growing.isGrowing = true
    #expect(
      row(80, growing, .ascii).hasSuffix("   /bee  688+ unreviewed, 201 kept, 111 rejected "))
  }

  @Test(arguments: [(80, SymbolSet.unicode), (80, SymbolSet.ascii), (200, SymbolSet.unicode)])
  func countsAreButtons(_ columns: Int, _ symbols: SymbolSet) {
    var state = clipState()
    state.feed.triage.isOn = true
    let place = FeedPlace(
      number: 3, count: 12, total: 1_000, isGrowing: false,
      verdicts: VerdictCount(kept: 11, rejected: 1))
    var bar = TitleBar(model: ScreenModel(state), place: place, symbols: symbols)
    let row = Array(bar.line(columns: columns).map(\.text.string).joined())
    let commands = row.indices.map { bar.command(atColumn: $0, columns: columns)?.name }
    func words(of name: String) -> String {
      String(row.indices.filter { commands[$0] == name }.map { row[$0] })
    }
    #expect(words(of: "keep") == "11 kept" && words(of: "reject") == "1 rejected")
    // Where there is no room for the words, there is nothing to click.
    #expect((0..<30).allSatisfy { bar.command(atColumn: $0, columns: 30) == nil })
    bar.model.isTriaging = false
    #expect(row.indices.allSatisfy { bar.command(atColumn: $0, columns: columns) == nil })
  }

  @Test func excerptIsToldBesideTheCounts() throws {
    let clip = Clip(file: FilePath("/clips/river.mp4"))
    let span = try #require(TimeSpan(start: 70, end: 76))
    let excerpt = Excerpt(of: clip, span: span, place: Excerpt.Place(number: 2, count: 3))
    let id = PageID.excerpt(2, of: ItemID(rawValue: 0))
    var state = App.State()
    state.feed.window.pages = [
      Item.State(FeedItem(id: ItemID(rawValue: 0), kind: .excerpt(excerpt)), id)
    ]
    state.feed.window.currentID = id
    state.feed.triage.isOn = true
    let place = FeedPlace(
      number: 1, count: 9, total: 9, isGrowing: false, verdicts: VerdictCount(kept: 1, rejected: 0))
    let row = screen(state, columns: 80, place: place)[8]
    #expect(row.hasSuffix(" excerpt 2 of 3  8 unreviewed · 1 kept · 0 rejected "), "\(row)")
  }

  @Test func endOfTriageSumsUp() {
    var state = App.State()
    state.feed.triage.isOn = true
    state.feed.window.filter = FeedFilter(text: "is:unreviewed")
    (state.feed.window.ahead, state.feed.window.behind) = (.reached, .reached)
    let place = FeedPlace(
      number: nil, count: 0, total: 12, isGrowing: false,
      verdicts: VerdictCount(kept: 10, rejected: 2))
    expectScreen(
      screen(state, columns: 60, rows: 7, place: place),
      """
                        No clips left to judge.

                          10 kept, 2 rejected

        A applies (asks first), u undoes, Up goes back, q quits
       flick                  0 unreviewed · 10 kept · 2 rejected

      """)
  }

  @Test func refreshIsShown() {
    var state = clipState()
    state.feed.refreshing = ChangeCount()
    #expect(screen(state)[8] == " river.mp4          refreshing…  1 of 1 ")
  }

  @Test func edgeWaitsForMoreItems() {
    var state = clipState()
    state.feed.spinner = .settled
    #expect(screen(state, columns: 21, rows: 11)[7].dropFirst(10).first == "⠋")
    state.feed.window.direction = .backwards
    #expect(screen(state, columns: 21, rows: 11)[1].dropFirst(10).first == "⠋")
  }

  @Test func countRunsBeforeTheFirstItem() {
    let place = FeedPlace(number: nil, count: 0, total: 12_345, isGrowing: true)
    expectScreen(
      screen(App.State(), columns: 30, rows: 7, place: place),
      """

            Looking for clips…

           12 345 found so far

       flick

      """)
  }

  @Test func noticeSaysHowToRetry() {
    var state = App.State()
    let notice = Notice(
      title: "The feed cannot be read", detail: "The server says 500.", canRetry: true)
    var page = NoticeItem(id: .notice(.forwards), item: nil, notice: notice)
    state.feed.window.pages = [.notice(page)]
    state.feed.window.currentID = page.id
    #expect(screen(state, columns: 60).contains { $0.contains("r tries again.") })
    page.isRetrying = true
    state.feed.window.pages = [.notice(page)]
    #expect(screen(state, columns: 60).contains { $0.contains("Trying again…") })
  }

  @Test func newPagesFitEverySize() {
    let states = [
      articleState(), articleState(row: 7), detailsState(), detailsState(row: 5), filterState("ab"),
      filterState("日本", isEmpty: true),
    ]
    for columns in [0, 1, 2, 5, 19, 20, 21, 80, 500] {
      for rows in [0, 1, 2, 5, 6, 7, 24, 200] {
        for state in states {
          #expect(screen(state, columns: columns, rows: rows).count == rows)
        }
      }
    }
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(count - self.count, 0))
  }
}
