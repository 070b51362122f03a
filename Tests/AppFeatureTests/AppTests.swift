import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

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

  /// A store whose feed is on screen with all items loaded.
  func makeOpenStore() async -> TestStoreOf<App> {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.settle()
    _ = players.takeCalls()
    return store
  }

  @Test func fitTogglesBetweenFitAndFill() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.fitTapped)
    #expect(store.state.fit == .fill)
    #expect(store.state.feed.toast.message == .fit(.fill))
    await store.send(.fitTapped)
    #expect(store.state.fit == .fit)
    await store.skipInFlightEffects()
  }

  @Test func selectingATrackShowsAToast() async {
    let store = await makeOpenStore()
    let track = MediaTrack(id: 3, codec: "aac", language: "eng")
    players.setDetails(MediaDetails(soundTracks: [track]), of: 1)
    await store.send(.feed(.item(1, .clip(.soundTrackTapped))))
    let selection = TrackSelection(after: nil, of: [track], canBeNone: false)
    await store.receive(.feed(.item(1, .clip(.toast(.soundTrack(selection, of: 1))))))
    #expect(store.state.feed.toast.message == .soundTrack(selection, of: 1))
    await store.skipInFlightEffects()
  }

  /// Also where all clips are shown so, and the user took them away before.
  @Test(arguments: [false, true])
  func excerptsAreCounted(isForAll: Bool) async {
    let spans = [10, 100].compactMap { TimeSpan(start: $0, end: $0 + 6) }
    players.setExcerpts(.success(spans))
    let store = makeStore(
      App.State(
        feed: Feed.State(first: .clip(1), excerpts: Excerpts.State(isForAll: isForAll))))
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.settle()
    #expect(store.state.feed.toast.message == nil)
    if isForAll { await store.send(.feed(.escapeTapped)) }
    await store.send(.feed(.excerpts(.tapped)))
    #expect(store.state.feed.toast.message == .findingExcerpts)
    await store.receive(.feed(.excerpts(.delegate(.answer(.success(spans), of: .clip(1), at: 0)))))
    #expect(store.state.feed.toast.message == .excerpts(2))
    await store.skipInFlightEffects()
  }

  @Test func whoWaitsForEventsIsTold() async {
    let store = await makeOpenStore()
    players.setEvents(nil)
    await store.send(.feed(.item(1, .clip(.eventTapped(by: 1)))))
    await clock.advance(by: Spinner.delay)
    await store.receive(.feed(.item(1, .clip(.toast(.findingEvents(of: 1))))))
    #expect(store.state.feed.toast.message == .findingEvents(of: 1))
    await store.skipInFlightEffects()
  }

  @Test func whoGoesOnIsNotToldOfEvents() async {
    let store = await makeOpenStore()
    players.setEvents(nil)
    await store.send(.feed(.item(1, .clip(.eventTapped(by: 1)))))
    await store.send(.feed(.swiped(by: 1)))
    await clock.advance(by: Spinner.delay)
    await store.settle()
    #expect(store.state.feed.toast.message == nil)
    await store.skipInFlightEffects()
  }

  @Test func eventsAreCounted() async {
    let store = await makeOpenStore()
    players.setEvents([50, 200])
    await store.send(.feed(.item(1, .clip(.eventTapped(by: 1)))))
    let place = EventPlace(number: 1, count: 2, time: 50)
    await store.receive(.feed(.item(1, .clip(.eventFound(place, by: 1)))))
    await store.receive(.feed(.item(1, .clip(.toast(.event(place, by: 1, of: 1))))))
    #expect(store.state.feed.toast.message == .event(place, by: 1, of: 1))
    await store.skipInFlightEffects()
  }

  @Test func swipingPastTheEndShowsOneToastAndChangesNothing() async {
    let store = await makeOpenStore()
    await store.send(.feed(.swiped(by: 1)))
    await store.settle()
    #expect(store.state.feed.currentID == 2)
    #expect(store.state.feed.toast.message == nil)
    _ = players.takeCalls()
    await store.send(.feed(.swiped(by: 1)))
    #expect(store.state.feed.toast.message == .end(.forwards))
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.words)
    await store.receive(.feed(.toast(.expired)))
    let feed = store.state.feed
    for swipes in [1, 9, 2] as [Swipes] { await store.send(.feed(.swiped(by: swipes))) }
    #expect(store.state.feed.toast.message == nil)
    #expect(store.state.feed == feed)
    #expect(players.takeCalls() == [])
    // On another page it is reported again.
    await store.send(.feed(.swiped(by: -1)))
    await store.send(.feed(.swiped(by: -1)))
    #expect(store.state.feed.toast.message == .end(.backwards))
    await store.send(.feed(.swiped(by: 2)))
    await store.send(.feed(.swiped(by: 2)))
    #expect(store.state.feed.toast.message == .end(.forwards))
    await store.skipInFlightEffects()
  }

  @Test func swipeForwardAndBackAtTheEndShowsNoToast() async {
    let store = await makeOpenStore()
    var swipes = Swipes(-1)
    swipes.append(1)
    await store.send(.feed(.swiped(by: swipes)))
    #expect(store.state.feed.currentID == 2)
    #expect(store.state.feed.toast.message == nil)
    await store.skipInFlightEffects()
  }

  @Test func openingHelpDismissesTheNoteAboutIt() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.volumeTapped(by: 0))
    await store.send(.feed(.overlayTapped(.help)))
    #expect(store.state.feed.toast.message == .volume(100))
    await store.skipInFlightEffects()
    let first = makeStore(App.State(note: .note("? keys", short: "?")))
    first.exhaustivity = .off
    await first.send(.appeared)
    #expect(first.state.feed.toast.message == .note("? keys", short: "?"))
    await first.send(.feed(.overlayTapped(.help)))
    #expect(first.state.feed.toast.message == nil)
    await first.finish()
  }

  @Test func escapeClosesOnlyTheTopmostOverlay() async {
    let store = await makeOpenStore()
    await store.send(.feed(.overlayTapped(.filter)))
    await store.send(.feed(.overlay(.line(.typed("clip2")))))
    await store.settle()
    await store.send(.feed(.overlay(.line(.returnTapped))))
    await store.send(.statisticsTapped)
    await store.send(.feed(.overlayTapped(.filter)))
    // What is typed is not lost.
    await store.send(.feed(.overlayTapped(.help)))
    #expect(store.state.feed.overlay?.line?.previousFilter.text == "clip2")
    await store.send(.escapeTapped)
    #expect(store.state.feed.overlay == nil && store.state.isStatisticsShown)
    await store.send(.escapeTapped)
    #expect(!store.state.isStatisticsShown)
    #expect(store.state.feed.filter.text == "clip2")
    await store.send(.escapeTapped)
    await store.settle()
    #expect(store.state.feed.filter == .none)
    #expect(store.state.feed.currentID == 2)
    await store.skipInFlightEffects()
  }

  @Test func feedActionsShowToasts() async {
    let store = await makeOpenStore()
    let error = FeedError(.unreachable, place: "a")
    let told: [(Feed.Action, Toast.Message)] = [
      (.likeTapped, .liked(true, of: 1)), (.likeTapped, .liked(false, of: 1)),
      (.likeFailed(1, isLiked: true, error), .failed(.like, error)),
      (.refreshed(nil), .refreshed(ChangeCount())), (.refreshed(error), .failed(.refresh, error)),
      (.found(.failure(error), [:], for: .opening), .failed(.jump, error)),
      (.copyTapped, .copied("/clip1.mp4")), (.openTapped, .opened),
    ]
    for (action, message) in told {
      await store.send(.feed(action))
      await store.settle()
      #expect(store.state.feed.toast.message == message, "\(action)")
    }
    await store.skipInFlightEffects()
  }

  @Test func decisionsShowToasts() async {
    let store = await makeOpenStore()
    let now = Lock(0.0)
    store.dependencies.date = DateGenerator { Date(timeIntervalSince1970: now.withLock { $0 }) }
    func expect(_ told: [(Feed.Action, Toast.Message)]) async {
      for (action, message) in told {
        await store.send(.feed(action))
        await store.settle()
        #expect(store.state.feed.toast.message == message, "\(action)")
      }
    }
    func decision(from before: Review, to after: Review) -> Decision {
      Decision(
        key: .file(FilePath("clip1.mp4")), item: 1, title: "clip1.mp4", before: before, after: after
      )
    }
    let rated = decision(from: Review(), to: Review(rating: 2))
    let kept = decision(from: rated.after, to: Review(verdict: .keep, rating: 2))
    let error = FeedError(.system(28), place: "flick.db")
    await expect([
      (.triage(.toggled), .triage(true)), (.triage(.toggled), .triage(false)),
      (.triage(.decisionsFound([])), .triage(false)),
      (.triage(.judged(.keep, goesOn: true)), .tooEarly), (.triage(.undoTapped), .undone(nil)),
      (.triage(.tagged(0)), .tooEarly), (.triage(.rated(2)), .tooEarly),
    ])
    await store.send(.feed(.frameShown(1, in: 0)))
    now.withLock { $0 = 0.5 }
    await expect([
      (.triage(.tagged(0)), .tagged(nil)), (.triage(.rated(2)), .rated(2)),
      (.triage(.judged(.keep, goesOn: false)), .judged(.keep)),
      (.triage(.undoTapped), .undone(kept)),
      (.triage(.undoTapped), .undone(rated)), (.triage(.redoTapped), .redone(rated)),
      (.triage(.decided(Lot(id: 1, time: 1, decisions: [rated]), error)), .failed(.review, error)),
      (.changed([.delete(1)]), .removed("clip1.mp4")),
    ])
    await store.skipInFlightEffects()
  }

  @Test func clipActionsShowToasts() async {
    let store = await makeOpenStore()
    let told: [(App.Action, Toast.Message)] = [
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
      await store.settle()
      #expect(store.state.feed.toast.message == message, "\(action)")
    }
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.glance)
    await store.settle()
    #expect(store.state.feed.toast.message == nil)
    // A seek whose toast has expired is not added up.
    await store.send(.feed(.item(1, .clip(.seekTapped(by: -5)))))
    await store.settle()
    #expect(store.state.feed.toast.message == .seek(by: -5, of: 1))
    await store.skipInFlightEffects()
  }

  @Test func errorToastsLastLongerThanWordsAndWordsLongerThanSymbols() {
    let error = FeedError(.unreachable, place: "a")
    #expect(Toast.Message.paused(true, of: 1).duration < Toast.Message.volume(3).duration)
    #expect(Toast.Message.volume(3).duration < Toast.Message.failed(.like, error).duration)
  }

  @Test func unreadableFeedShowsANoticeAndNoToast() async {
    let store = makeStore(App.State(feed: Feed.State()))
    store.exhaustivity = .off
    index.fail(FeedError(.unreachable, place: "a"))
    await store.send(.feed(.appeared))
    await store.settle()
    #expect(store.state.feed.current?.notice?.notice.canRetry == true)
    #expect(store.state.feed.toast.message == nil)
    await store.send(.feed(.likeTapped))
    #expect(store.state.feed.toast.message == nil)
    await store.skipInFlightEffects()
  }
}
