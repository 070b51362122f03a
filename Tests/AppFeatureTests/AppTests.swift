import AppFeature
import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import Testing

@MainActor
@Suite struct AppTests {
  let players = PlayerRecorder(initialStatus: .ready)
  let clock = TestClock()

  let index = FakeIndex([.clip(1), .clip(2)])

  func makeStore(_ state: App.State? = nil) -> TestStoreOf<App> {
    makeAppStore(
      state ?? App.State(feed: Feed.State(first: .clip(1))), players: players, index: index,
      clock: clock)
  }

  /// A store whose feed is on screen, with all its items.
  func makeOpenStore() async -> TestStoreOf<App> {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.settle()
    _ = players.takeCalls()
    return store
  }

  @Test func mutingIsToldToTheEngineAndEndsTheSignOfTheRemoteHost() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true, remoteHost: "server")))
    await store.send(.muteTapped) {
      $0.sound.isMuted = false
      $0.sound.remoteHost = nil
      $0.sign.message = .muted(false)
    }
    #expect(players.takeCalls() == [.muted(false)])
    await store.skipInFlightEffects()
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
    await clock.advance(by: Sign.Message.words / 2)
    await store.send(.volumeTapped(by: 5)) {
      $0.sound.volume = 100
      $0.sign.message = .volume(100)
    }
    #expect(players.takeCalls() == [.volume(0.97), .volume(1)])
    await clock.advance(by: Sign.Message.words / 2)
    #expect(store.state.sign.message == .volume(100))
    await clock.advance(by: Sign.Message.words / 2)
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
    // The engine keeps them, too: nothing is told it anew.
    #expect(
      Set(players.takeCalls()) == [
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
    let store = await makeOpenStore()
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
    await store.send(.soundDeviceChanged(.missing("busy"))) {
      $0.sound.device = .missing("busy")
      $0.sign.message = .soundIsMissing("busy")
    }
    await store.send(.soundDeviceChanged(.missing("gone"))) { $0.sound.device = .missing("gone") }
    await store.send(.soundDeviceChanged(.playing)) {
      $0.sound.device = .playing
      $0.sign.message = .soundIsBack
    }
    await clock.advance(by: Sign.Message.words)
    await store.receive(.sign(.expired)) { $0.sign.message = nil }
  }

  @Test func thatThereIsNoSoundIsToldOnceAndAfterWhatIsBeingRead() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.volumeTapped(by: -5))
    await store.send(.soundDeviceChanged(.missing("no card")))
    #expect(store.state.sign.message == .volume(95))
    await clock.advance(by: Sign.Message.words)
    await store.receive(.sign(.expired))
    #expect(store.state.sign.message == .soundIsMissing("no card"))
    await clock.advance(by: Sign.Message.reading)
    await store.receive(.sign(.expired))
    #expect(store.state.sign.message == nil)
  }

  @Test func whoListensToNothingIsNotToldWhyUntilTheyWantSound() async {
    let store = makeStore(App.State(sound: Sound(isMuted: true)))
    store.exhaustivity = .off
    await store.send(.soundDeviceChanged(.missing("no card")))
    #expect(store.state.sign.message == nil)
    await store.send(.muteTapped)
    #expect(store.state.sign.message == .soundIsMissing("no card"))
    await store.send(.muteTapped)
    #expect(store.state.sign.message == .muted(true))
    await clock.advance(by: Sign.Message.words)
    await store.receive(.sign(.expired))
    #expect(store.state.sign.message == nil)
  }

  @Test func anEndOfTheFeedIsToldOnceAndChangesNothing() async {
    let store = await makeOpenStore()
    await store.send(.feed(.swiped(by: 1)))
    await store.settle()
    #expect(store.state.feed.currentID == 2)
    #expect(store.state.sign.message == nil)
    let feed = store.state.feed
    _ = players.takeCalls()
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.sign.message == .end(.forwards))
    await clock.advance(by: Sign.Message.words)
    await store.receive(.sign(.expired))
    for swipes in [1, 9, 2] as [Swipes] { await store.send(.feed(.swiped(by: swipes))) }
    #expect(store.state.sign.message == nil)
    #expect(store.state.feed == feed)
    #expect(players.takeCalls() == [])
    // On another page it is news again.
    await store.send(.feed(.swiped(by: -1)))
    await store.send(.feed(.swiped(by: -1)))
    #expect(store.state.sign.message == .end(.backwards))
    await store.send(.feed(.swiped(by: 2)))
    await store.send(.feed(.swiped(by: 2)))
    #expect(store.state.sign.message == .end(.forwards))
    await store.skipInFlightEffects()
  }

  @Test func onAndBackAtAnEndIsNoEnd() async {
    let store = await makeOpenStore()
    var swipes = Swipes(-1)
    swipes.append(1)
    await store.send(.feed(.swiped(by: swipes)))
    #expect(store.state.feed.currentID == 2)
    #expect(store.state.sign.message == nil)
    await store.skipInFlightEffects()
  }

  @Test func theNoteThatLedToTheKeysGoes() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.volumeTapped(by: 0))
    await store.send(.helpTapped)
    #expect(store.state.sign.message == .volume(100))
    await store.skipInFlightEffects()
    let first = makeStore(App.State(note: .note("? keys", short: "?")))
    first.exhaustivity = .off
    await first.send(.appeared)
    #expect(first.state.sign.message == .note("? keys", short: "?"))
    await first.send(.helpTapped)
    #expect(first.state.sign.message == nil)
    await first.finish()
  }

  @Test func escapeClosesWhatLiesOnTopAndNothingElse() async {
    let store = await makeOpenStore()
    await store.send(.feed(.findTapped))
    await store.send(.feed(.filterLine(.typed("clip2"))))
    await store.settle()
    await store.send(.feed(.filterLine(.returnTapped)))
    await store.send(.feed(.findTapped))
    await store.send(.feed(.detailsTapped))
    await store.send(.helpTapped)
    #expect(store.state.help == Help.State())
    await store.send(.escapeTapped)
    #expect(store.state.help == nil)
    #expect(store.state.feed.details?.item.id == 2)
    await store.send(.escapeTapped)
    #expect(store.state.feed.details == nil)
    #expect(store.state.feed.filterLine?.previousFilter.text == "clip2")
    await store.send(.escapeTapped)
    #expect(store.state.feed.filterLine == nil)
    #expect(store.state.feed.filter.text == "clip2")
    await store.send(.escapeTapped)
    await store.settle()
    #expect(store.state.feed.filter == .none)
    #expect(store.state.feed.currentID == 2)
    await store.skipInFlightEffects()
  }

  @Test func whatTheFeedDidIsTold() async {
    let store = await makeOpenStore()
    let error = FeedError(.unreachable, place: "a")
    let told: [(Feed.Action, Sign.Message)] = [
      (.likeTapped, .liked(true, of: 1)), (.likeTapped, .liked(false, of: 1)),
      (.likeFailed(1, isLiked: true, error), .likeFailed(error)),
      (.refreshed(nil), .refreshed(ChangeCount())), (.refreshed(error), .refreshFailed(error)),
      (.windowFound(Feed.FoundItems(.failure(error))), .jumpFailed(error)),
      (.copyTapped, .copied("/clip1.mp4")), (.openTapped, .opened),
      (.opened(error), .openFailed(error)),
    ]
    for (action, message) in told {
      await store.send(.feed(action))
      await store.settle()
      #expect(store.state.sign.message == message, "\(action)")
    }
    await store.skipInFlightEffects()
  }

  @Test func whatKeysDoToTheClipIsTold() async {
    let store = await makeOpenStore()
    let told: [(App.Action, Sign.Message)] = [
      (.feed(.item(1, .clip(.playPauseTapped))), .paused(true, of: 1)),
      (.feed(.item(1, .clip(.playPauseTapped))), .paused(false, of: 1)),
      (.feed(.item(1, .clip(.seekTapped(by: 5)))), .seek(by: 5, of: 1)),
      (.feed(.item(1, .clip(.seekTapped(by: 30)))), .seek(by: 35, of: 1)),
      (.feed(.item(1, .clip(.seekTapped(by: -30)))), .seek(by: -30, of: 1)),
      (.feed(.loopModeTapped), .loop(.feed)), (.muteTapped, .muted(true)),
      (.feed(.item(1, .clip(.seekTapped(by: -5)))), .seek(by: -5, of: 1)),
    ]
    for (action, message) in told {
      await store.send(action)
      #expect(store.state.sign.message == message, "\(action)")
    }
    await clock.advance(by: Sign.Message.glance)
    await store.settle()
    #expect(store.state.sign.message == nil)
    // A seek that is no longer told does not count.
    await store.send(.feed(.item(1, .clip(.seekTapped(by: -5)))))
    #expect(store.state.sign.message == .seek(by: -5, of: 1))
    await store.skipInFlightEffects()
  }

  @Test func reasonsAreShownLongerThanWordsAndTheseLongerThanPictures() {
    let error = FeedError(.unreachable, place: "a")
    #expect(Sign.Message.paused(true, of: 1).duration < Sign.Message.volume(3).duration)
    #expect(Sign.Message.volume(3).duration < Sign.Message.likeFailed(error).duration)
  }

  @Test func thePageOfAFeedThatCannotBeReadSaysEnough() async {
    let store = makeStore(App.State(feed: Feed.State()))
    store.exhaustivity = .off
    index.fail(FeedError(.unreachable, place: "a"))
    await store.send(.feed(.appeared))
    await store.settle()
    #expect(store.state.feed.current?.notice?.canRetry == true)
    #expect(store.state.sign.message == nil)
    await store.send(.feed(.likeTapped))
    #expect(store.state.sign.message == nil)
    await store.skipInFlightEffects()
  }

  @Test func aStopHoldsTheClipAndGoingOnPlaysItUnlessTheUserHoldsIt() async {
    let store = await makeOpenStore()
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

  @Test func aStopWhileDetailsAreShownDoesNotPlayTheClip() async {
    let store = await makeOpenStore()
    await store.send(.feed(.detailsTapped))
    await store.send(.suspended)
    await store.send(.resumed)
    #expect(players.takeCalls() == [.pause(1), .pause(1)])
    await store.send(.feed(.detailsTapped))
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func quittingLeavesThePageAndEndsAllEffects() async {
    let store = await makeOpenStore()
    await store.send(.appeared)
    await store.send(.volumeTapped(by: -5))
    _ = players.takeCalls()
    await store.send(.quitTapped)
    await store.receive(.left)
    #expect(store.state.isLeaving)
    #expect(store.state.isQuitting)
    #expect(players.takeCalls() == [.pause(1)])
    #expect(players.watcherCount == 0)
    // Nothing may be in flight any more: `finish` fails the test otherwise.
    store.exhaustivity = .on
    await store.finish()
  }

  @Test func quittingWritesDownWhatWasSeenAndWhere() async {
    let store = await makeOpenStore()
    let written = Lock<([Impression], [ContentKey])>(([], []))
    store.dependencies.historyClient = HistoryClient(
      record: { impressions in written.withLock { $0.0 += impressions } },
      savePlace: { key in written.withLock { $0.1.append(key) } })
    // Stopped time is not watched.
    for (date, action) in [(4.0, App.Action.suspended), (90, .resumed), (91, .quitTapped)] {
      store.dependencies.date = .constant(Date(timeIntervalSince1970: date))
      await store.send(action)
    }
    await store.receive(.left)
    let key = ContentKey.file(FilePath("clip1.mp4"))
    let impression = Impression(
      key: key, title: "clip1.mp4", start: 0, end: 91, watched: 5, loops: 0, leaving: .quit)
    #expect(written.withLock { $0.0 } == [impression])
    #expect(written.withLock { $0.1 } == [key])
  }

  @Test func quittingWaitsForWhatIsWrittenDownButNotForLong() async {
    let store = await makeOpenStore()
    let written = TestStream<Void>("disk")
    store.dependencies.historyClient.savePlace = { _ in for await _ in written.stream() { return } }
    await store.send(.quitTapped)
    await store.settle()
    #expect(store.state.isLeaving)
    #expect(!store.state.isQuitting)
    await store.send(.quitTapped)
    await clock.advance(by: App.leaveTimeout)
    await store.settle()
    #expect(store.state.isQuitting)
    await store.skipInFlightEffects()
  }
}
