import Composable
import ComposableTesting
import Testing

/// The task that `send` returns.
@MainActor
@Suite struct StoreTaskTests {
  private enum Action: Equatable {
    case start
    case next
    case last
  }

  private let clock = TestClock()

  /// A store that sends `.last` one second after `.next`, and keeps all actions it receives.
  ///
  /// - Parameter start: The effect of `.start`.
  private func makeStore(
    start: @escaping () -> Effect<Action>
  ) -> Store<[Action], Action> {
    Store(initialState: []) {
      Reduce<[Action], Action> { state, action in
        state.append(action)
        switch action {
        case .start: return start()
        case .next: return sleeping(then: .last)
        case .last: return .none
        }
      }
    } withDependencies: {
      $0.clock = clock
    }
  }

  private func sleeping(then action: Action) -> Effect<Action> {
    .run { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(action)
    }
  }

  @Test func taskEndsWhenAllResultingEffectsHaveEnded() async {
    let store = makeStore { sleeping(then: .next) }
    let task = store.send(.start)
    #expect(!task.isFinished)
    await clock.advance(by: .seconds(1))
    #expect(!task.isFinished)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(task.isFinished)
    #expect(store.state == [.start, .next, .last])
  }

  @Test func cancellingTheTaskCancelsAllResultingEffects() async {
    let store = makeStore {
      .run { [clock] send in
        await send(.next)
        try await clock.sleep(for: .seconds(1))
        await send(.last)
      }
    }
    let task = store.send(.start)
    #expect(store.state == [.start, .next])
    await clock.advance(by: .milliseconds(500))
    #expect(clock.sleeperCount == 2)
    await task.cancel()
    #expect(task.isCancelled)
    #expect(clock.sleeperCount == 0)
    await clock.advance(by: .seconds(5))
    #expect(store.state == [.start, .next])
    #expect(store.counts == StoreCounts())
  }

  @Test func cancellingTheWaitingTaskCancelsAllResultingEffects() async {
    let store = makeStore { sleeping(then: .last) }
    let sent = store.send(.start)
    let waiting = Task { await sent.finish() }
    await clock.advance(by: .milliseconds(1))
    waiting.cancel()
    await waiting.value
    #expect(sent.isCancelled)
    #expect(store.counts == StoreCounts())
  }

  @Test func actionsOfACancelledEffectAreDropped() async {
    let stream = TestStream<Int>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        state += 1
        guard action == .start else { return .none }
        return .run { send in
          // Carries on despite its cancellation.
          await Task { for await _ in stream.stream() { break } }.value
          await send(.next)
        }
      }
    }
    let task = store.send(.start)
    while stream.readerCount == 0 { await Task.yield() }
    let cancellation = Task { await task.cancel() }
    while !task.isCancelled { await Task.yield() }
    await stream.yield(1)
    await cancellation.value
    #expect(store.state == 1)
  }

  @Test func sendAfterTheEffectEndedIsReportedButDelivered() async {
    let kept = Log<Send<Action>>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        state += 1
        guard action == .start else { return .none }
        return .run { send in kept.append(send) }
      }
    }
    await store.send(.start).finish()
    await expectIssue("sent from an effect that has ended", "next") {
      await kept.elements.first?(.next)
    }
    #expect(store.state == 2)
  }

  @Test func uncaughtErrorIsReported() async {
    struct Failure: Error {}
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, _ in .run { _ in throw Failure() } }
    }
    await expectIssue("threw an error that nothing catches", "Failure") {
      await store.send(.start).finish()
    }
  }

  @Test func cancellationErrorIsNotReported() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, _ in .run { _ in throw CancellationError() } }
    }
    await store.send(.start).finish()
    #expect(store.counts == StoreCounts())
  }

  @Test func effectsEndWithTheStore() async {
    var store: Store<[Action], Action>? = makeStore { sleeping(then: .last) }
    store?.send(.start)
    await clock.advance(by: .milliseconds(1))
    #expect(clock.sleeperCount == 1)
    store = nil
    #expect(clock.sleeperCount == 0)
  }
}
