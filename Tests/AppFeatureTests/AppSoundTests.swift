import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

/// Volume, mute, speed and the sound device.
extension AppTests {
  @Test func unmutingUpdatesTheEngineAndClearsTheRemoteHostHint() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true, remoteHost: "server")))
    await store.send(.muteTapped) {
      $0.sound.isMuted = false
      $0.sound.remoteHost = nil
      $0.feed.toast.message = .muted(false)
    }
    #expect(players.takeCalls() == [.muted(false)])
    await store.skipInFlightEffects()
  }

  /// However the overview is left.
  @Test(arguments: [App.Action.escapeTapped, .feed(.overviewTapped)])
  func leavingTheOverviewIsHeard(_ action: App.Action) async {
    let store = makeStore(App.State(feed: Feed.State(first: .clip(1))))
    store.dependencies.thumbnailClient = ThumbnailRecorder().client
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.send(.feed(.overviewTapped))
    await store.send(
      .feed(.overview(.laidOut(Overview.Grid(columns: 4, lines: 10, tileLines: 5)))))
    await store.settle()
    #expect(players.takeCalls().contains(.muted(true)))
    await store.send(action)
    await store.settle()
    #expect(store.state.feed.overview == nil)
    #expect(players.takeCalls().contains(.muted(false)))
    await store.skipInFlightEffects(strict: false)
  }

  @Test func launchSendsVolumeAndMuteToTheEngine() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true, volume: 60)))
    await store.send(.appeared)
    await store.finish()
    #expect(players.takeCalls() == [.muted(true), .volume(0.6)])
  }

  @Test func volumeStepsAreClampedAndShowAToast() async {
    let store = makeStore(App.State(sound: Sound(volume: 92)))
    await store.send(.volumeTapped(by: 5)) {
      $0.sound.volume = 97
      $0.feed.toast.message = .volume(97)
    }
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words / 2)
    await store.send(.volumeTapped(by: 5)) {
      $0.sound.volume = 100
      $0.feed.toast = Toast.State(message: .volume(100))
    }
    #expect(players.takeCalls() == [.volume(0.97), .volume(1)])
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words / 2)
    #expect(store.state.feed.toast.message == .volume(100))
    await clock.advance(by: Toast.Message.words / 2)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
  }

  /// On a slow line, it is drawn late.
  @Test func toastWaitsUntilItIsDrawn() async {
    let store = makeStore()
    await store.send(.volumeTapped(by: -5)) {
      $0.sound.volume = 95
      $0.feed.toast.message = .volume(95)
    }
    await clock.advance(by: Toast.Message.words * 2)
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words / 2)
    await store.send(.feed(.toast(.drawn)))
    await clock.advance(by: Toast.Message.words / 2)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
    await store.send(.feed(.toast(.drawn)))
    await store.send(.volumeTapped(by: -5)) {
      $0.sound.volume = 90
      $0.feed.toast.message = .volume(90)
    }
    await clock.advance(by: Toast.patience)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
  }

  @Test func soundDelayIsClampedAndSaved() async {
    let store = makeStore()
    let saved = Lock<[Int]>([])
    store.dependencies.recordClient.saveSoundDelay = { delay in saved.withLock { $0.append(delay) }
    }
    store.exhaustivity = .off
    await store.send(.soundDelayTapped(by: 25)) {
      $0.sound.delay = 25
      $0.feed.toast.message = .soundDelay(25)
    }
    await store.send(.soundDelayTapped(by: -50)) {
      $0.sound.delay = -25
      $0.feed.toast.message = .soundDelay(-25)
    }
    await store.send(.soundDelayTapped(by: 1_000))
    await store.settle()
    #expect(players.takeCalls() == [.soundDelay(0.025), .soundDelay(-0.025), .soundDelay(0.25)])
    #expect(saved.withLock { $0 } == [25, -25, 250])
    await store.skipInFlightEffects()
  }

  @Test func savedSoundDelayIsAppliedAtLaunch() async {
    let store = makeStore()
    store.dependencies.recordClient.soundDelay = { -9_000 }
    await store.send(.appeared)
    await store.receive(.soundDelayFound(-9_000)) { $0.sound.delay = -250 }
    await store.finish()
    #expect(Set(players.takeCalls()) == [.muted(false), .volume(1), .soundDelay(-0.25)])
  }

  @Test func speedStepsAreClamped() async {
    let store = makeStore()
    store.exhaustivity = .off
    for _ in 0..<4 { await store.send(.speedTapped(by: 1)) }
    #expect(store.state.speed.factor == 2)
    for _ in 0..<6 { await store.send(.speedTapped(by: -1)) }
    #expect(store.state.speed.factor == 0.5)
    #expect(store.state.feed.toast.message == .speed(store.state.speed))
    #expect(
      players.takeCalls()
        == [1.25, 1.5, 2, 2, 1.5, 1.25, 1, 0.75, 0.5, 0.5].map(PlayerRecorder.Call.speed))
    await store.skipInFlightEffects()
  }

  @Test func volumeMuteAndSpeedCarryOverToTheNextClip() async {
    let store = await makeOpenStore()
    await store.send(.volumeTapped(by: -35))
    await store.send(.speedTapped(by: 2))
    await store.send(.muteTapped)
    let (sound, speed) = (store.state.sound, store.state.speed)
    _ = players.takeCalls()
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.feed.currentID == 2)
    #expect(store.state.sound == sound)
    #expect(store.state.speed == speed)
    // The engine keeps them too, so nothing is sent again.
    #expect(
      Set(players.takeCalls()) == [
        .pause(1), .window(PreloadWindow(current: 2, neighbours: [1])), .play(2),
      ])
    await store.skipInFlightEffects()
  }

  @Test func toastAppearsWhenTheSoundDeviceReturnsButNotAtFirst() async {
    let store = makeStore()
    await store.send(.soundDeviceChanged(.playing)) { $0.sound.device = .playing }
    await store.send(.soundDeviceChanged(.missing("busy"))) {
      $0.sound.device = .missing("busy")
      $0.feed.toast.message = .soundIsMissing("busy")
    }
    await store.send(.soundDeviceChanged(.missing("gone"))) { $0.sound.device = .missing("gone") }
    await store.send(.soundDeviceChanged(.playing)) {
      $0.sound.device = .playing
      $0.feed.toast.message = .soundIsBack
    }
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
  }

  @Test func missingSoundIsReportedOnceAfterTheCurrentToast() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.volumeTapped(by: -5))
    await store.send(.soundDeviceChanged(.missing("no card")))
    #expect(store.state.feed.toast.message == .volume(95))
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words)
    await store.receive(.feed(.toast(.expired)))
    #expect(store.state.feed.toast.message == .soundIsMissing("no card"))
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.reading)
    await store.receive(.feed(.toast(.expired)))
    #expect(store.state.feed.toast.message == nil)
  }

  @Test func missingSoundIsNotReportedWhileMuted() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true)))
    store.exhaustivity = .off
    await store.send(.soundDeviceChanged(.missing("no card")))
    #expect(store.state.feed.toast.message == nil)
    await store.send(.muteTapped)
    #expect(store.state.feed.toast.message == .soundIsMissing("no card"))
    await store.send(.muteTapped)
    #expect(store.state.feed.toast.message == .muted(true))
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words)
    await store.receive(.feed(.toast(.expired)))
    #expect(store.state.feed.toast.message == nil)
  }
}
