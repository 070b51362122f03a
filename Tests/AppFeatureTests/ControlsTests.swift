import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import TestSupport
import Testing

@testable import AppFeature

@MainActor
@Suite struct ControlsTests {
  let clock = TestClock()
  let players = PlayerRecorder(initialStatus: .ready)
  let index = FakeIndex([.clip(1), .clip(2)])

  private func makeStore() -> TestStoreOf<Controls> {
    TestStore(initialState: Controls.State()) {
      Controls()
    } withDependencies: {
      $0.clock = clock
    }
  }

  @Test func barHidesAfterATimeWithoutInput() async {
    let store = makeStore()
    await store.send(.used)
    await clock.advance(by: Controls.patience / 2)
    await store.send(.pointed(at: nil))
    await clock.advance(by: Controls.patience / 2)
    #expect(store.state.isAwake)
    await clock.advance(by: Controls.patience / 2)
    await store.receive(.rested) { $0.isAwake = false }
    await store.send(.used) { $0.isAwake = true }
    await clock.advance(by: Controls.patience)
    await store.receive(.rested) { $0.isAwake = false }
  }

  @Test func restingPointerStopsHovering() async {
    let store = makeStore()
    await store.send(.pointed(at: 0.25)) { $0.hover = 0.25 }
    await store.send(.used)
    await store.send(.pointed(at: 0.5)) { $0.hover = 0.5 }
    await clock.advance(by: Controls.patience)
    await store.receive(.rested) {
      $0.isAwake = false
      $0.hover = nil
    }
    await store.send(.pointed(at: 0.5)) {
      $0.isAwake = true
      $0.hover = 0.5
    }
    await store.send(.pointed(at: nil)) { $0.hover = nil }
    await store.skipInFlightEffects()
  }

  @Test func barStaysGrabbedUntilReleased() async {
    let store = makeStore()
    // A drag without a grab is ignored.
    await store.send(.dragged(to: 0.1))
    await store.send(.grabbed(at: 0.2)) {
      $0.grip = 0.2
      $0.hover = 0.2
    }
    await clock.advance(by: Controls.patience)
    await store.receive(.rested) {
      $0.isAwake = false
      $0.hover = nil
    }
    #expect(store.state.grip == 0.2)
    await store.send(.dragged(to: 0.3)) {
      $0.isAwake = true
      $0.grip = 0.3
      $0.hover = 0.3
    }
    await store.send(.released(at: 0.3)) { $0.grip = nil }
    await store.skipInFlightEffects()
  }

  // MARK: With a clip

  /// A store whose first clip, 100 seconds long, is playing.
  private func makeApp() async -> TestStoreOf<App> {
    for id in [1, 2] as [PlayerID] {
      players.setTime(PlaybackTime(position: 0, duration: 100), of: id)
    }
    let store = makeAppStore(
      App.State(feed: Feed.State(first: .clip(1))), players: players, index: index, clock: clock)
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.settle()
    _ = players.takeCalls()
    return store
  }

  @Test func draggingTheBarPausesAndScrubsUntilReleased() async {
    let store = await makeApp()
    await store.send(.controls(.grabbed(at: 0.2)))
    #expect(store.state.feed.current?.clip?.hold == .seekBar)
    #expect(store.state.feed.current?.clip?.play == .playing)
    await store.send(.controls(.dragged(to: 0.5)))
    await store.send(.controls(.dragged(to: 0.6)))
    await store.send(.controls(.released(at: 0.6)))
    #expect(store.state.feed.current?.clip?.hold == nil)
    #expect(
      players.takeCalls() == [
        .pause(1), .scrub(1, 20), .scrub(1, 50), .scrub(1, 60), .seek(1, 60), .play(1),
      ])
    // After the release, dragging has no effect.
    await store.send(.controls(.dragged(to: 0.7)))
    await store.send(.controls(.released(at: 0.7)))
    #expect(players.takeCalls() == [])
    await store.skipInFlightEffects()
  }

  @Test func draggingKeepsAPausedClipPaused() async {
    let store = await makeApp()
    await store.send(.feed(.item(1, .clip(.playPauseTapped))))
    _ = players.takeCalls()
    await store.send(.controls(.grabbed(at: 0.2)))
    await store.send(.controls(.released(at: 0.3)))
    #expect(players.takeCalls() == [.pause(1), .scrub(1, 20), .seek(1, 30)])
    await store.skipInFlightEffects()
  }

  @Test func pausingWhileDraggingTakesEffectOnRelease() async {
    let store = await makeApp()
    await store.send(.controls(.grabbed(at: 0.2)))
    await store.send(.feed(.item(1, .clip(.playPauseTapped))))
    await store.send(.controls(.released(at: 0.2)))
    #expect(players.takeCalls() == [.pause(1), .scrub(1, 20), .seek(1, 20)])
    await store.skipInFlightEffects()
  }

  @Test func draggingAnEndedClipResumesPlayback() async {
    let store = await makeApp()
    await store.send(.feed(.loopModeTapped))
    await store.send(.feed(.loopModeTapped))
    await store.send(.feed(.item(1, .clip(.didPlayToEnd))))
    #expect(store.state.feed.current?.clip?.play == .ended)
    _ = players.takeCalls()
    await store.send(.controls(.grabbed(at: 0.2)))
    await store.send(.controls(.released(at: 0.2)))
    #expect(store.state.feed.current?.clip?.play == .playing)
    #expect(players.takeCalls() == [.pause(1), .scrub(1, 20), .seek(1, 20), .play(1)])
    await store.skipInFlightEffects()
  }

  @Test func swipingEndsTheDrag() async {
    let store = await makeApp()
    await store.send(.controls(.grabbed(at: 0.2)))
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.controls.grip == nil)
    #expect(store.state.feed.items[id: 1]?.clip?.hold == nil)
    _ = players.takeCalls()
    await store.send(.controls(.dragged(to: 0.5)))
    await store.send(.controls(.released(at: 0.5)))
    #expect(players.takeCalls() == [])
    await store.skipInFlightEffects()
  }

  @Test func suspendingEndsTheDrag() async {
    let store = await makeApp()
    await store.send(.controls(.grabbed(at: 0.2)))
    await store.send(.suspended)
    await store.send(.resumed)
    #expect(store.state.controls.grip == nil)
    #expect(players.takeCalls() == [.pause(1), .scrub(1, 20), .pause(1), .play(1)])
    await store.skipInFlightEffects()
  }

  @Test func timeSpentDraggingIsNotCountedAsWatched() async {
    let store = await makeApp()
    #expect(store.state.feed.visit?.runningSince == 0)
    await store.send(.controls(.grabbed(at: 0.2)))
    #expect(store.state.feed.visit?.runningSince == nil)
    await store.send(.controls(.released(at: 0.2)))
    #expect(store.state.feed.visit?.runningSince == 0)
    await store.skipInFlightEffects()
  }

  @Test func barReappearsOnPageChangeAndOnPlayPause() async {
    let store = await makeApp()
    func rest() async {
      await clock.advance(by: Controls.patience)
      await store.settle()
      #expect(!store.state.controls.isAwake)
    }
    await rest()
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.controls.isAwake)
    await rest()
    await store.send(.feed(.item(2, .clip(.playPauseTapped))))
    #expect(store.state.controls.isAwake)
    await rest()
    await store.send(.feed(.item(2, .clip(.playPauseTapped))))
    #expect(store.state.controls.isAwake)
    await store.skipInFlightEffects()
  }
}
