import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// The overview alone: what it asks the feed for.
@MainActor
@Suite struct OverviewReducerTests {
  private let index = FakeIndex(clips(0..<20))
  private let thumbnails = ThumbnailRecorder()
  private let clock = TestClock()
  private static let grid = Overview.Grid(columns: 4, lines: 10, tileLines: 5)

  /// Its screen shows the first eight of twenty items; the page is the fifth.
  private func store(marks: [ContentKey: ItemMarks] = [:]) -> TestStoreOf<Overview> {
    var state = Overview.State(page: Overview.Page(item: 5, last: 5))
    state.setCount(20)
    state.place(at: 5)
    state.layOut(Self.grid)
    state.take(clips(0..<16), from: 0)
    state.remember(clips(0..<16).map(\.id), [:])
    state.wantedIDs = Set(clips(0..<16).map(\.id))
    return TestStore(initialState: state) {
      Overview()
    } withDependencies: {
      $0.clock = clock
      $0.feedClient = index.client
      $0.thumbnailClient = thumbnails.client
      $0.recordClient.marks = { _ in marks }
    }
  }

  @Test func clipUnderTheCursorIsOpenedOnce() async {
    let store = store()
    await store.send(.moved(.tiles(1))) { $0.cursor = 6 }
    await store.send(.opened) { ($0.isClosing, $0.followed) = (true, 6) }
    await store.receive(.delegate(.open(6)))
    await clock.advance(by: Overview.restDelay)
    await store.receive(.rested)
  }

  @Test func clipOfThePageIsShownAtOnce() async {
    let store = store()
    await store.send(.opened)
    await store.receive(.delegate(.close))
  }

  @Test func clipPlaysOnceTheCursorRests() async {
    let store = store()
    await store.send(.moved(.tiles(-2))) { $0.cursor = 3 }
    await store.send(.moved(.tiles(-1))) { $0.cursor = 2 }
    await clock.advance(by: Overview.restDelay)
    await store.receive(.rested) { $0.followed = 2 }
    await store.receive(.delegate(.open(2)))
  }

  @Test func whatIsRememberedOfALotIsFoundWithIt() async {
    let liked = ItemMarks(isLiked: true)
    let store = store(marks: [.file(FilePath("clip5.mp4")): liked])
    await store.send(.markTapped) {
      $0.marked = [.clip(5)]
      ($0.anchor, $0.cursor) = (5, 6)
    }
    await store.send(.rangeTapped)
    await store.receive(.lotFound([.clip(5), .clip(6)], [5: liked])) {
      $0.marked = [.clip(5), .clip(6)]
    }
    await clock.advance(by: Overview.restDelay)
    await store.receive(.rested) { $0.followed = 6 }
    await store.receive(.delegate(.open(6)))
  }
}
