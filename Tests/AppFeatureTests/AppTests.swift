import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import Testing

@MainActor
@Suite struct AppTests {
  let players = PlayerRecorder()

  private func makeStore(_ state: App.State = App.State()) -> TestStoreOf<App> {
    TestStore(initialState: state) {
      App()
    } withDependencies: {
      $0.playerClient = players.client
      $0.clock = TestClock()
      $0.feedClient.updates = {
        AsyncStream { continuation in
          continuation.yield(.insert([.clip(1), .clip(2)], before: nil))
          continuation.yield(.finished)
          continuation.finish()
        }
      }
    }
  }

  @Test func theFeedGrowsFromItsSource() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.receive(.feed(.updated(.finished)))
    #expect(Array(store.state.feed.items.ids) == [1, 2])
    #expect(store.state.feed.isGrowing == false)
    #expect(store.state.feed.currentID == 1)
    await store.skipInFlightEffects()
  }

  @Test func mutingIsToldToTheEngineAndEndsTheSignOfTheRemoteHost() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true, remoteHost: "server")))
    await store.send(.muteTapped) {
      $0.sound.isMuted = false
      $0.sound.remoteHost = nil
    }
    #expect(players.takeCalls() == [.muted(false)])
  }

  @Test func theStartTellsTheEngineWhetherToBeSilent() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true)))
    await store.send(.appeared)
    await store.finish()
    #expect(players.takeCalls() == [.muted(true)])
  }

  @Test func escapeClosesTheHelp() async {
    let store = makeStore()
    await store.send(.helpTapped) { $0.isHelpShown = true }
    await store.send(.escapeTapped) { $0.isHelpShown = false }
  }

  @Test func aStopHoldsTheClipAndGoingOnPlaysItUnlessTheUserHoldsIt() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.receive(.feed(.updated(.finished)))
    _ = players.takeCalls()
    await store.send(.suspended)
    await store.send(.resumed)
    #expect(players.takeCalls() == [.pause(1), .play(1)])
    await store.send(.feed(.item(1, .clip(.playPauseTapped))))
    await store.send(.suspended)
    await store.send(.resumed)
    #expect(players.takeCalls() == [.pause(1), .pause(1)])
    await store.skipInFlightEffects()
  }

  @Test func quittingLeavesThePageAndEndsAllEffects() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.send(.feed(.appeared))
    await store.receive(.feed(.updated(.finished)))
    _ = players.takeCalls()
    await store.send(.quitTapped) { $0.isQuitting = true }
    #expect(players.takeCalls() == [.pause(1)])
    // Nothing may be in flight any more: `finish` fails the test otherwise.
    store.exhaustivity = .on
    await store.finish()
  }
}
