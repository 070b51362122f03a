import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// The page that lists what an apply will do.
@MainActor
@Suite struct ApplyPageTests {
  let index = FakeIndex(clips(0..<5))
  let players = PlayerRecorder(initialStatus: .ready)
  let clock = TestClock()
  private let applied = Lock<[FileBatch]>([])
  /// The batches that can be taken back.
  private let batches = Lock<[Int]>([])

  private let overview = ApplyOverview(
    batch: FileBatch(
      id: 2_000_000,
      steps: [
        FileStep(
          .trash, clip: 0, FilePath("/a.mp4"), to: FilePath("/t/a.mp4"),
          version: FileVersion(modified: FileDate(seconds: 1), size: 3))
      ]),
    kept: 1, rejected: 1)

  private func store(_ plan: Result<ApplyOverview, FeedError>) async -> TestStoreOf<App> {
    let store = makeAppStore(
      App.State(feed: Feed.State(first: .clip(0), triage: Triage.State(isOn: true))),
      players: players,
      index: index, clock: clock)
    store.dependencies.applyClient.plan = { plan }
    store.dependencies.applyClient.apply = { [applied, batches] batch in
      applied.withLock { $0.append(batch) }
      batches.withLock { $0.append(batch.id) }
      return ApplyResult(batch: batch.id, files: batch.steps.count)
    }
    store.dependencies.applyClient.last = { [batches] in
      batches.withLock { $0.last.map { AppliedBatch(id: $0, time: Double($0) / 1e6) } }
    }
    store.dependencies.applyClient.undo = { [batches] batch in
      batches.withLock { $0.popLast() == batch ? ApplyResult(batch: batch, files: 1) : nil }
    }
    store.exhaustivity = .off
    await store.send(.feed(.appeared))
    await store.settle()
    return store
  }

  @Test func nothingIsDoneBeforeItIsConfirmed() async {
    let store = await store(.success(overview))
    await store.send(.feed(.overlayTapped(.apply)))
    await store.settle()
    #expect(store.state.feed.overlay?.apply?.stage == .ready(overview))
    #expect(store.state.feed.current?.clip?.hold == .overlay)
    await store.send(.escapeTapped)
    await store.settle()
    #expect(store.state.feed.overlay?.apply == nil && store.state.feed.current?.clip?.hold == nil)
    #expect(applied.withLock { $0 } == [])
    await store.skipInFlightEffects(strict: false)
  }

  @Test func confirmedApplyIsDoneAndTakenBack() async {
    let store = await store(.success(overview))
    await store.send(.feed(.overlayTapped(.apply)))
    await store.settle()
    await store.send(.feed(.overlay(.apply(.confirmed))))
    await store.settle()
    #expect(applied.withLock { $0 } == [overview.batch])
    #expect(store.state.feed.overlay?.apply == nil)
    #expect(store.state.feed.toast.message == .applied(ApplyResult(batch: 2_000_000, files: 1)))
    await store.send(.feed(.triage(.undoTapped)))
    await store.settle()
    #expect(store.state.feed.toast.message == .applyUndone(ApplyResult(batch: 2_000_000, files: 1)))
    // Once: next, decisions are undone.
    await store.send(.feed(.triage(.undoTapped)))
    await store.settle()
    #expect(store.state.feed.toast.message == .undone(nil))
    await store.skipInFlightEffects(strict: false)
  }

  @Test func appliesOfEarlierRunsAreTakenBack() async {
    batches.withLock { $0 = [1_000_000, 1_500_000] }
    let store = await store(.success(overview))
    for batch in [1_500_000, 1_000_000] {
      await store.send(.feed(.triage(.undoTapped)))
      await store.settle()
      #expect(store.state.feed.toast.message == .applyUndone(ApplyResult(batch: batch, files: 1)))
    }
    await store.send(.feed(.triage(.undoTapped)))
    await store.settle()
    #expect(store.state.feed.toast.message == .undone(nil))
    await store.skipInFlightEffects(strict: false)
  }

  @Test func whatWasDecidedLaterIsUndoneFirst() async {
    let store = await store(.success(overview))
    await store.send(.feed(.overlayTapped(.apply)))
    await store.settle()
    await store.send(.feed(.overlay(.apply(.confirmed))))
    await store.settle()
    await store.send(.feed(.frameShown(0, in: 0)))
    store.dependencies.date = .constant(Date(timeIntervalSince1970: 3))
    await store.send(.feed(.triage(.rated(2))))
    await store.settle()
    await store.send(.feed(.triage(.undoTapped)))
    await store.settle()
    #expect(
      store.state.feed.triage.undo.undone.flatMap(\.decisions).map(\.after) == [Review(rating: 2)])
    await store.send(.feed(.triage(.undoTapped)))
    await store.settle()
    #expect(store.state.feed.toast.message == .applyUndone(ApplyResult(batch: 2_000_000, files: 1)))
    await store.skipInFlightEffects(strict: false)
  }

  @Test func failureIsTold() async {
    let error = FeedError(.system(13), place: "/a")
    let store = await store(.failure(error))
    await store.send(.feed(.overlayTapped(.apply)))
    await store.settle()
    #expect(
      store.state.feed.overlay?.apply == nil
        && store.state.feed.toast.message == .failed(.apply, error))
    await store.skipInFlightEffects(strict: false)
  }

  @Test func emptyListOnlyCloses() async {
    var empty = overview
    empty.batch.steps = []
    let store = await store(.success(empty))
    await store.send(.feed(.overlayTapped(.apply)))
    await store.settle()
    await store.send(.feed(.overlay(.apply(.confirmed))))
    await store.settle()
    #expect(store.state.feed.overlay?.apply == nil && applied.withLock { $0 } == [])
    await store.skipInFlightEffects(strict: false)
  }
}
