import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import Testing

@MainActor
@Suite struct AppTests {
  let players = PlayerRecorder()
  let clock = TestClock()

  private func makeStore(_ state: App.State = App.State()) -> TestStoreOf<App> {
    TestStore(initialState: state) {
      App()
    } withDependencies: {
      $0.playerClient = players.client
      $0.clock = clock
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

  @Test func theStartTellsTheEngineHowLoudToBe() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true, volume: 60)))
    await store.send(.appeared)
    await store.finish()
    #expect(players.takeCalls() == [.muted(true), .volume(0.6)])
  }

  @Test func theVolumeGoesInStepsToItsEndsAndIsToldForAMoment() async {
    let store = makeStore(App.State(sound: Sound(volume: 92)))
    await store.send(.volumeTapped(by: 5)) {
      $0.sound.volume = 97
      $0.sign.message = .volume(97)
    }
    await clock.advance(by: Sign.duration / 2)
    await store.send(.volumeTapped(by: 5)) {
      $0.sound.volume = 100
      $0.sign.message = .volume(100)
    }
    #expect(players.takeCalls() == [.volume(0.97), .volume(1)])
    await clock.advance(by: Sign.duration / 2)
    #expect(store.state.sign.message == .volume(100))
    await clock.advance(by: Sign.duration / 2)
    await store.receive(.sign(.expired)) { $0.sign.message = nil }
  }

  @Test func theSpeedGoesInStepsToItsEnds() async {
    let store = makeStore()
    store.exhaustivity = .off
    for _ in 0..<4 { await store.send(.speedTapped(by: 1)) }
    #expect(store.state.speed.factor == 2)
    for _ in 0..<6 { await store.send(.speedTapped(by: -1)) }
    #expect(store.state.speed.factor == 0.5)
    #expect(store.state.sign.message == .speed(store.state.speed))
    #expect(
      players.takeCalls()
        == [1.25, 1.5, 2, 2, 1.5, 1.25, 1, 0.75, 0.5, 0.5].map(PlayerRecorder.Call.speed))
    await store.skipInFlightEffects()
  }

  @Test func volumeMuteAndSpeedStayFromClipToClip() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.receive(.feed(.updated(.finished)))
    await store.send(.volumeTapped(by: -35))
    await store.send(.speedTapped(by: 2))
    await store.send(.muteTapped)
    let (sound, speed) = (store.state.sound, store.state.speed)
    _ = players.takeCalls()
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.feed.currentID == 2)
    #expect(store.state.sound == sound)
    #expect(store.state.speed == speed)
    // The engine keeps them, too: nothing is told it anew.
    #expect(
      players.takeCalls() == [
        .pause(1), .window(PreloadWindow(current: 2, neighbours: [1])), .play(2),
      ])
    await store.skipInFlightEffects()
  }

  @Test func thePictureFitsOrFills() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.fitTapped)
    #expect(store.state.fit == .fill)
    #expect(store.state.sign.message == .fit(.fill))
    await store.send(.fitTapped)
    #expect(store.state.fit == .fit)
    await store.skipInFlightEffects()
  }

  @Test func theTrackChosenIsTold() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.receive(.feed(.updated(.finished)))
    let track = MediaTrack(id: 3, codec: "aac", language: "eng")
    players.setDetails(MediaDetails(soundTracks: [track]), of: 1)
    await store.send(.feed(.item(1, .clip(.soundTrackTapped))))
    let selection = TrackSelection(after: nil, of: [track], canBeNone: false)
    await store.receive(.feed(.item(1, .clip(.soundTrackSelected(selection)))))
    #expect(store.state.sign.message == .soundTrack(selection, of: 1))
    await store.skipInFlightEffects()
  }

  @Test func aSoundDeviceThatComesBackIsToldButNotTheFirstOne() async {
    let store = makeStore()
    await store.send(.soundDeviceChanged(.playing)) { $0.sound.device = .playing }
    await store.send(.soundDeviceChanged(.missing("busy"))) { $0.sound.device = .missing("busy") }
    await store.send(.soundDeviceChanged(.playing)) {
      $0.sound.device = .playing
      $0.sign.message = .soundIsBack
    }
    await clock.advance(by: Sign.duration)
    await store.receive(.sign(.expired)) { $0.sign.message = nil }
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
    await store.send(.volumeTapped(by: -5))
    _ = players.takeCalls()
    await store.send(.quitTapped) { $0.isQuitting = true }
    #expect(players.takeCalls() == [.pause(1)])
    // Nothing may be in flight any more: `finish` fails the test otherwise.
    store.exhaustivity = .on
    await store.finish()
  }
}
