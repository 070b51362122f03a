import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// The overview, with everything asserted; and how its clip plays.
@MainActor
@Suite struct OverviewStoreTests {
  private static let grid = Overview.Grid(columns: 4, lines: 10, tileLines: 5)

  private func rig(_ tilePlay: TilePlay = .silent) async -> FeedRig {
    let rig = FeedRig(clips(0..<20), first: .clip(5), tilePlay: tilePlay)
    await rig.send(.appeared)
    await rig.pass(4)
    _ = rig.players.takeCalls()
    return rig
  }

  @Test func everyChangeOfTheSheetIsKnown() async {
    let rig = await rig()
    let items = clips(0..<20)
    await rig.store.send(.overviewTapped) {
      $0.overview = Overview.State(page: Overview.Page(item: 5, last: 5))
      $0.visit = nil
      $0.marks[5] = ItemMarks(seen: 1_004)
    }
    await rig.store.receive(.overview(.located(5, count: 20))) {
      $0.overview?.setCount(20)
      $0.overview?.place(at: 5)
    }
    await rig.store.send(.overview(.laidOut(Self.grid))) { $0.overview?.layOut(Self.grid) }
    #expect(rig.state.overview?.visible == 0..<8)
    let read = Array(items[0..<16])
    await rig.store.receive(.overview(.shelf(nil, .found(read, from: 0, count: 20)))) {
      $0.overview?.take(read, from: 0)
      $0.overview?.wantedIDs = Set(read.map(\.id))
    }
    await rig.store.receive(.overview(.shelf(nil, .remembered(read.map(\.id), [:])))) {
      $0.overview?.remembered = Set(read.map(\.id))
    }
    let thumbnail = Thumbnail(.success(1), duration: 9)
    await rig.thumbnails.make([5: thumbnail])
    await rig.store.receive(.overview(.thumbnailsChanged([5: thumbnail]))) {
      $0.overview?.take([5: thumbnail])
      $0.overview?.seenSince = 1_004
    }
    await rig.store.send(.overview(.moved(.tiles(1)))) { _ = $0.overview?.move(.tiles(1)) }
    await rig.clock.advance(by: Overview.restDelay)
    await rig.store.receive(.overview(.rested)) { $0.overview?.followed = 6 }
    await rig.store.receive(.overview(.delegate(.open(6)))) {
      $0.spinner = .pending
      $0.window.opening = Opening(cursor: .item(6), filter: .none)
    }
    await rig.end()
  }

  @Test func clipUnderTheCursorIsHeardAfterAWhile() async {
    let rig = await rig(.heard)
    #expect(!rig.state.isTileSilent)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Self.grid)))
    #expect(rig.state.isTileSilent)
    await rig.pass(0.7)
    #expect(!rig.state.isTileSilent)
    await rig.send(.overview(.moved(.tiles(1))))
    #expect(rig.state.isTileSilent)
    await rig.pass(0.5)
    #expect(rig.current == 6 && rig.state.isTileSilent)
    await rig.pass(0.2)
    #expect(!rig.state.isTileSilent)
    await rig.send(.overview(.opened))
    #expect(!rig.state.isTileSilent)
    await rig.end()
  }

  @Test func clipUnderTheCursorIsSilentUnlessWished() async {
    let rig = await rig()
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Self.grid)))
    await rig.pass(9)
    #expect(rig.state.isTileSilent)
    await rig.end()
  }

  /// Without animation, clips are ready to be shown, and do not play.
  @Test func clipsStandStillWithoutAnimation() async {
    let rig = await rig(.off)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Self.grid)))
    await rig.send(.overview(.moved(.tiles(1))))
    await rig.pass(1)
    #expect(rig.current == 6)
    let calls = rig.players.takeCalls()
    #expect(calls.contains(.pause(5)) && !calls.contains(.play(6)))
    // Nor does it after something lay over it, or another program had the terminal.
    let help = Feed.Action.overlayTapped(.help)
    for action in [help, help, .suspended, .resumed] { await rig.send(action) }
    #expect(lastPlay(rig.players.takeCalls()) == .pause(6))
    await rig.send(.overview(.opened))
    #expect(rig.players.takeCalls().contains(.play(6)))
    await rig.end()
  }

  private func lastPlay(_ calls: [PlayerRecorder.Call]) -> PlayerRecorder.Call? {
    calls.last { if case .play = $0 { true } else if case .pause = $0 { true } else { false } }
  }

  @Test func firstClipOfAStillSheetDoesNotPlay() async {
    let rig = FeedRig(clips(0..<20), first: .clip(5), tilePlay: .off, view: .overview)
    await rig.send(.appeared)
    await rig.send(.overview(.laidOut(Self.grid)))
    await rig.pass(1)
    #expect(!rig.players.takeCalls().contains(.play(5)))
    await rig.send(.overview(.opened))
    #expect(rig.players.takeCalls().contains(.play(5)))
    await rig.end()
  }

  /// Files that come and go around it do not make it silent again.
  @Test func changesKeepTheSound() async {
    let rig = await rig(.heard)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Self.grid)))
    await rig.pass(0.7)
    await rig.change(.insert(.clip(30), after: nil))
    #expect(rig.state.overview?.cursor == 6)
    #expect(!rig.state.isTileSilent)
    await rig.change(.delete(5))
    #expect(rig.state.isTileSilent)
    await rig.end()
  }
}
