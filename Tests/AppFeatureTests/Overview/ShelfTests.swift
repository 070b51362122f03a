import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// Sections as shelves.
@MainActor
@Suite struct ShelfTests {
  private let items = clips(0..<26)
  private let index = FakeIndex(clips(0..<26))
  private let thumbnails = ThumbnailRecorder()
  private let clock = TestClock()
  /// Two shelves fit.
  private static let grid = Overview.Grid(columns: 4, lines: 12, tileLines: 5)

  /// Four shelves: what is in sight was read, and what is around that.
  private func overview(at cursor: Int) -> Overview.State {
    var overview = Overview.State(
      page: Overview.Page(item: 9, last: 9), sections: sections([7, 2, 11, 6]), isShelved: true)
    overview.setCount(26)
    overview.place(at: cursor)
    overview.layOut(Self.grid)
    overview.readMissing(items)
    overview.remember(items.map(\.id), [:])
    return overview
  }

  @Test func eachIsOneRow() {
    let overview = overview(at: 5)
    #expect(overview.shelfCount == 4)
    #expect(
      overview.visibleRows == [
        Overview.VisibleRow(line: 0, content: .heading(0)),
        Overview.VisibleRow(line: 1, content: .tiles(2..<6)),
        Overview.VisibleRow(line: 6, content: .heading(1)),
        Overview.VisibleRow(line: 7, content: .tiles(7..<9)),
      ])
    #expect(overview.partInSight(ofSection: 0) == 2..<6)
    #expect(overview.partInSight(ofSection: 1) == nil)
  }

  @Test func keysStayOnTheShelf() {
    var overview = overview(at: 7)
    let hasMoved = overview.move(.tiles(-1))
    #expect(!hasMoved && overview.cursor == 7)
    _ = overview.move(.tiles(9))
    #expect(overview.cursor == 8)
    // What decides goes on to the next clip, wherever that is.
    overview.toggleMark()
    #expect(overview.cursor == 9)
    _ = overview.move(.last)
    #expect(overview.cursor == 19)
    _ = overview.move(.first)
    #expect(overview.cursor == 9)
    _ = overview.move(.pages(-1))
    #expect(overview.cursor == 0)
    #expect(overview.visibleRows.first?.content == .heading(0))
  }

  @Test func placesAreKept() {
    var overview = overview(at: 9)
    _ = overview.move(.tiles(6))
    #expect(overview.partInSight(ofSection: 2) == 3..<7)
    _ = overview.move(.rows(-1))
    _ = overview.move(.tiles(1))
    #expect(overview.cursor == 8)
    _ = overview.move(.rows(-1))
    #expect(overview.cursor == 0)
    _ = overview.move(.rows(2))
    #expect(overview.cursor == 15)
    #expect(overview.partInSight(ofSection: 2) == 3..<7)
    _ = overview.move(.rows(-1))
    #expect(overview.cursor == 8)
    // To the first clip.
    _ = overview.move(.sections(1))
    #expect(overview.cursor == 9)
    #expect(overview.partInSight(ofSection: 2) == 0..<4)
  }

  /// A held key.
  @Test func tenThousandAreNoMoreThanAFew() {
    var overview = Overview.State(
      page: Overview.Page(), sections: sections(Array(repeating: 9, count: 10_000)),
      isShelved: true)
    overview.setCount(90_000)
    overview.layOut(Self.grid)
    _ = overview.move(.tiles(5))
    for _ in 0..<2_000 { _ = overview.move(.rows(1)) }
    #expect(overview.cursor == 18_000)
    #expect(overview.shelves.count == 6)
    #expect(overview.places.count == 1)
    // Only what was moved is remembered.
    _ = overview.move(.rows(.min))
    #expect(overview.cursor == 5)
    #expect(overview.partInSight(ofSection: 0) == 2..<6)
  }

  /// A folder comes before all others.
  @Test func placesAreKeptWhenSectionsChange() {
    var overview = overview(at: 9)
    _ = overview.move(.tiles(6))
    _ = overview.move(.rows(-1))
    _ = overview.move(.tiles(1))
    overview.setCount(29)
    overview.place(at: 11, keepsItem: true)
    let others = sections([7, 2, 11, 6]).map { section in
      FeedSection(section.name, start: section.start + 3, count: section.count)
    }
    overview.setSections([FeedSection(.title("new/"), start: 0, count: 3)] + others)
    #expect(overview.cursor == 11)
    #expect(overview.visibleNumbers.contains(11))
    _ = overview.move(.rows(1))
    #expect(overview.cursor == 18)
    #expect(overview.partInSight(ofSection: 3) == 3..<7)
  }

  @Test func sectionsOfAnotherMomentAreShownAsFarAsTheyGo() {
    var overview = overview(at: 25)
    overview.setCount(30)
    #expect(overview.shelfCount == 4)
    #expect(overview.rows.numbers(inTileRow: 3) == 20..<30)
    #expect(overview.shownSections.last?.count == 10)
    overview.setCount(8)
    #expect(overview.shelfCount == 2)
    #expect(overview.cursor == 7)
    overview.setSections([])
    #expect(overview.shelfCount == 0)
    #expect(overview.shelves.map(\.id) == [nil])
    #expect(overview.visibleRows.last?.content == .tiles(4..<8))
  }

  @Test func whatComesInSightIsReadAndMade() async {
    let store = TestStore(initialState: overview(at: 9)) {
      Overview()
    } withDependencies: {
      $0.clock = clock
      $0.feedClient = index.client
      $0.thumbnailClient = thumbnails.client
      $0.recordClient.marks = { _ in [:] }
    }
    // Half of what is in sight is left.
    await store.send(.moved(.tiles(6))) {
      $0.cursor = 15
      $0.shelves[id: 2]?.place = Shelf.Place(cursor: 6, first: 3)
      $0.isScrolling = true
    }
    let read = Array(items[9..<20])
    await store.receive(.shelf(2, .found(read, from: 9, count: 26))) {
      $0.take(read, from: 9, on: 2)
    }
    await store.receive(.shelf(2, .remembered(read.map(\.id), [:])))
    await clock.advance(by: Overview.settleDelay)
    await store.receive(.settled) {
      $0.isScrolling = false
      $0.wantedIDs = [7, 8, 12, 13, 14, 15]
    }
    #expect(thumbnails.takeWanted().last == [7, 8, 12, 13, 14, 15])
    await clock.advance(by: Overview.restDelay - Overview.settleDelay)
    await store.receive(.rested) { $0.followed = 15 }
    await store.receive(.delegate(.open(15)))
  }

  @Test func keyTurnsBetweenSheetAndShelves() async {
    let rig = FeedRig(clips(0..<60), first: .clip(12))
    rig.index.sections.withLock { $0 = sections([10, 20, 30]) }
    await rig.send(.appeared)
    await rig.send(.sections(.counted(60)))
    await rig.send(.overviewTapped)
    let grid = Overview.Grid(columns: 5, lines: 20, tileLines: 5)
    await rig.send(.overview(.laidOut(grid)))
    await rig.send(.overview(.shelvesTapped))
    #expect(rig.state.overview?.shelfCount == 3)
    #expect(rig.state.overview?.current?.id == 12)
    let seen: [Int] = Array(0..<5) + Array(10..<15) + Array(30..<35)
    #expect(rig.thumbnails.takeWanted().last == seen)
    // The next time, too.
    await rig.send(.overviewTapped)
    #expect(rig.state.overview == nil)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(grid)))
    #expect(rig.state.overview?.shelfCount == 3)
    await rig.send(.overview(.shelvesTapped))
    #expect(rig.state.overview?.shelfCount == 0)
    #expect(rig.state.overview?.current?.id == 12)
    await rig.end()
  }

  @Test func withoutSectionsThereIsTheSheet() async {
    let rig = FeedRig(clips(0..<9), first: .clip(0), view: .shelves)
    await rig.send(.appeared)
    await rig.send(.overview(.laidOut(Self.grid)))
    #expect(rig.state.overview?.shelfCount == 0)
    #expect(rig.state.overview?.visible == 0..<8)
    await rig.send(.overview(.shelvesTapped))
    #expect(rig.state.toast.message == .noSections)
    rig.index.sections.withLock { $0 = sections([5, 4]) }
    await rig.send(.sections(.counted(9)))
    #expect(rig.state.overview?.shelfCount == 2)
    #expect(rig.state.overview?.visibleNumbers == [0, 1, 2, 3, 5, 6, 7, 8])
    await rig.end()
  }

  /// What was passed with a held key is not read any more.
  @Test func heldKeyWaitsForNothing() async {
    let rig = FeedRig(clips(0..<2_000), first: .clip(0), view: .shelves)
    rig.index.sections.withLock { $0 = sections(Array(repeating: 20, count: 100)) }
    await rig.send(.appeared)
    await rig.send(.sections(.counted(2_000)))
    await rig.send(.overview(.laidOut(Self.grid)))
    rig.index.hold()
    for _ in 0..<20 { await rig.send(.overview(.moved(.rows(1)))) }
    #expect(rig.state.overview?.cursor == 400)
    #expect(rig.index.waiterCount <= 6)
    rig.index.release()
    await rig.settle()
    #expect(rig.state.overview?.current?.id == 400)
    #expect((rig.state.overview?.tiles.count ?? 0) <= 6 * 12)
    await rig.end()
  }
}
