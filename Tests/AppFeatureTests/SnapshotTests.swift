import AppFeature
import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import TestSupport
import Testing

@MainActor
@Suite struct SnapshotTests {
  let clock = TestClock()
  let asked = Lock<[String]>([])

  private func makeStore(
    _ items: [FeedItem] = [.clip(1)], takes duration: Duration = .zero,
    _ result: Result<CleanText, SnapshotError> = .success("~/clip.png")
  ) -> TestStoreOf<App> {
    let store = makeAppStore(
      App.State(feed: Feed.State(first: items.first)),
      players: PlayerRecorder(initialStatus: .ready), index: FakeIndex(items), clock: clock)
    store.dependencies.snapshotClient.save = { [clock, asked] id, title, form in
      asked.withLock { $0.append("\(id.rawValue) \(title.string) \(form)") }
      if duration > .zero { try? await clock.sleep(for: duration) }
      return result
    }
    return store
  }

  @Test func snapshotSavesTheCurrentFrameAndShowsItsPath() async {
    let store = makeStore()
    await store.send(.snapshotTapped(.full)) { $0.savingCount = 1 }
    await store.receive(.snapshot(.saved(.success("~/clip.png")))) {
      $0.savingCount = 0
      $0.feed.toast.message = .saved("~/clip.png")
    }
    #expect(asked.withLock { $0 } == ["1 clip1 full"])
    await store.send(.snapshotTapped(.shown)) { $0.savingCount = 1 }
    await store.receive(.snapshot(.saved(.success("~/clip.png")))) { $0.savingCount = 0 }
    #expect(asked.withLock { $0.last } == "1 clip1 shown")
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.reading)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
  }

  @Test func slowSnapshotShowsProgress() async {
    let store = makeStore(takes: .seconds(1))
    await store.send(.snapshotTapped(.full)) { $0.savingCount = 1 }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.snapshot(.takesLong)) { $0.feed.toast.message = .saving }
    await clock.advance(by: .milliseconds(700))
    await store.receive(.snapshot(.saved(.success("~/clip.png")))) {
      $0.savingCount = 0
      $0.feed.toast.message = .saved("~/clip.png")
    }
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.reading)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
  }

  @Test func failedSnapshotShowsTheReason() async {
    let error = SnapshotError.file(place: "/srv", reason: "Read-only file system")
    let store = makeStore([.clip(1)], .failure(error))
    await store.send(.snapshotTapped(.full)) { $0.savingCount = 1 }
    await store.receive(.snapshot(.saved(.failure(error)))) {
      $0.savingCount = 0
      $0.feed.toast.message = .saveFailed(error)
    }
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.reading)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
  }

  @Test func articleHasNoFrameToSave() async {
    let article = FeedItem(
      id: 1, kind: .article(Article(title: "words", paragraphs: ["text"], link: nil)))
    let store = makeStore([article])
    await store.send(.snapshotTapped(.full)) { $0.feed.toast.message = .saveFailed(.noFrame) }
    #expect(asked.withLock { $0.isEmpty })
    await store.send(.feed(.toast(.drawn))) { $0.feed.toast.isDrawn = true }
    await clock.advance(by: Toast.Message.reading)
    await store.receive(.feed(.toast(.expired))) { $0.feed.toast = Toast.State() }
  }

  /// The code that ends the process must see that a frame is still being saved.
  @Test func quittingDoesNotCancelTheSnapshot() async {
    let store = makeStore(takes: .seconds(1))
    store.exhaustivity = .off
    await store.send(.snapshotTapped(.full))
    await store.send(.quitTapped)
    await clock.advance(by: .milliseconds(500))
    #expect(store.state.savingCount == 1)
    await clock.advance(by: .milliseconds(500))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.savingCount == 0)
    #expect(store.state.feed.toast.message == nil)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func statisticsToggle() async {
    let store = makeStore()
    await store.send(.statisticsTapped) { $0.isStatisticsShown = true }
    await store.send(.statisticsTapped) { $0.isStatisticsShown = false }
    await store.send(.statisticsTapped) { $0.isStatisticsShown = true }
    await store.send(.escapeTapped) { $0.isStatisticsShown = false }
  }
}
