import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// Jumps to other windows of the index: its first items, its last ones.
@MainActor
@Suite struct OpeningTests {
  private func makeRig() async -> FeedRig {
    let rig = FeedRig(clips(0..<100), first: .clip(50))
    await rig.send(.appeared)
    return rig
  }

  @Test func jumpingToTheLastItemOpensAnotherWindow() async {
    let rig = await makeRig()
    #expect(rig.window == Array(45...55))
    _ = rig.players.takeCalls()
    await rig.send(.lastTapped)
    #expect(rig.current == 99)
    #expect(rig.window == Array(92...99))
    #expect(rig.state.window.direction == .backwards)
    #expect(!rig.state.window.ahead.canGrow)
    let calls = rig.players.takeCalls()
    #expect(calls.filter { if case .play = $0 { true } else { false } } == [.play(99)])
    #expect(calls.contains { if case .delete(let ids) = $0 { ids.contains(50) } else { false } })
    #expect(rig.state.window.revision == 1)
    await rig.end()
  }

  @Test func jumpingToTheFirstItemOpensAnotherWindow() async {
    let rig = await makeRig()
    await rig.send(.firstTapped)
    #expect(rig.current == 0)
    #expect(rig.window == Array(0...7))
    #expect(!rig.state.window.behind.canGrow)
    await rig.send(.swiped(by: 7))
    #expect(rig.current == 7)
    #expect(rig.window == Array(0...12))
    await rig.end()
  }

  @Test func jumpsWithinTheWindowKeepIt() async {
    let rig = FeedRig(clips(0..<4), first: .clip(0))
    await rig.send(.appeared)
    _ = rig.index.takeRequests()
    await rig.send(.lastTapped)
    #expect(rig.current == 3)
    #expect(rig.state.window.direction == .backwards)
    await rig.send(.firstTapped)
    #expect(rig.current == 0)
    #expect(rig.state.window.direction == .forwards)
    #expect(rig.index.takeRequests().isEmpty)
    #expect(rig.state.window.revision == 0)
    await rig.end()
  }

  @Test func swipingCancelsAPendingJump() async {
    let rig = await makeRig()
    rig.index.hold()
    await rig.send(.lastTapped)
    #expect(rig.state.window.opening == Opening(cursor: .end, direction: .backwards, filter: .none))
    await rig.pass(0.3)
    #expect(rig.state.spinner.isVisible)
    await rig.send(.swiped(by: 1))
    #expect(rig.current == 51)
    #expect(rig.state.window.opening == nil)
    rig.index.release()
    await rig.settle()
    #expect(rig.current == 51)
    await rig.end()
  }

  @Test func jumpingDropsPendingSwipes() async {
    let rig = FeedRig(clips(0..<1), first: .clip(0), isGrowing: true)
    await rig.send(.appeared)
    await rig.send(.swiped(by: 5))
    await rig.send(.firstTapped)
    rig.index.grow(clips(1..<9))
    await rig.settle()
    #expect(rig.current == 0)
    await rig.end()
  }

  @Test func failedJumpChangesNothing() async {
    let rig = await makeRig()
    let before = rig.window
    rig.index.fail(FeedError(.timedOut, place: "a"))
    await rig.send(.lastTapped)
    #expect(rig.current == 50)
    #expect(rig.window == before)
    #expect(rig.state.window.opening == nil)
    // The feed still works.
    await rig.send(.swiped(by: 5))
    #expect(rig.current == 55)
    await rig.end()
  }

  @Test func jumpingToTheCurrentPageDoesNotLeaveIt() async {
    let rig = FeedRig(clips(0..<20), first: .clip(19))
    await rig.send(.appeared)
    await rig.send(.swiped(by: -1))
    await rig.send(.swiped(by: 1))
    _ = rig.players.takeCalls()
    await rig.send(.lastTapped)
    #expect(!rig.players.takeCalls().contains(.pause(19)))
    #expect(rig.current == 19)
    await rig.end()
  }
}
