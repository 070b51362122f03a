import AppFeature
import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import TestSupport
import Testing

/// Suspending and quitting.
extension AppTests {
  @Test func suspendingPausesAndResumingPlaysUnlessPausedByTheUser() async {
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

  @Test func resumingWithDetailsShownDoesNotPlay() async {
    let store = await makeOpenStore()
    await store.send(.feed(.overlayTapped(.details)))
    await store.send(.suspended)
    await store.send(.resumed)
    #expect(players.takeCalls() == [.pause(1), .pause(1)])
    await store.send(.feed(.overlayTapped(.details)))
    #expect(players.takeCalls() == [.play(1)])
    await store.skipInFlightEffects()
  }

  @Test func quittingLeavesThePageAndCancelsAllEffects() async {
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
    // `finish` fails the test if anything is still in flight.
    store.exhaustivity = .on
    await store.finish()
  }

  @Test func quittingRecordsTheVisitAndThePlace() async {
    let store = await makeOpenStore()
    let written = Lock<([Impression], [ContentKey])>(([], []))
    store.dependencies.recordClient.record = { new in written.withLock { $0.0.append(new) } }
    store.dependencies.recordClient.savePlace = { place in
      written.withLock { $0.1.append(place.key) }
    }
    // Time spent suspended does not count as watched.
    for (date, action) in [(4.0, App.Action.suspended), (90, .resumed), (91, .quitTapped)] {
      store.dependencies.date = .constant(Date(timeIntervalSince1970: date))
      await store.send(action)
    }
    await store.receive(.left)
    let key = ContentKey.file(FilePath("clip1.mp4"))
    let impression = Impression(
      key: key, title: "clip1.mp4", start: 0, end: 91, watched: 5, loops: 0, leaving: .quit,
      place: 1)
    #expect(written.withLock { $0.0 } == [impression])
    #expect(written.withLock { $0.1 } == [key])
  }

  @Test func quittingWaitsForPendingWritesUpToATimeout() async {
    let store = await makeOpenStore()
    let written = TestStream<Void>("disk")
    store.dependencies.recordClient.savePlace = { _ in for await _ in written.stream() { return } }
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
