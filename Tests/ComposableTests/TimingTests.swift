import Composable
import ComposableTesting
import Testing

/// What waits on the clock.
@MainActor
@Suite struct TimingTests {
  private enum Action: Equatable {
    case type(String)
    case cancel
    case search(String)
  }

  private enum CancelID {
    case search
  }

  private struct Search: Reducer {
    let make: @Sendable (Effect<Action>) -> Effect<Action>

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      switch action {
      case .type(let text): return make(.send(.search(text)))
      case .cancel: return .cancel(id: CancelID.search)
      case .search(let text):
        state.append(text)
        return .none
      }
    }
  }

  private func makeStore(
    _ clock: any Clock<Duration>, _ make: @escaping @Sendable (Effect<Action>) -> Effect<Action>
  ) -> TestStore<[String], Action> {
    TestStore(initialState: []) {
      Search(make: make)
    } withDependencies: {
      $0.clock = clock
    }
  }

  @Test func debounceRunsTheLastAfterSilence() async {
    let clock = TestClock()
    let store = makeStore(clock) { $0.debounce(id: CancelID.search, for: .seconds(1)) }
    await store.send(.type("a"))
    await clock.advance(by: .milliseconds(900))
    await store.send(.type("ab"))
    await clock.advance(by: .milliseconds(900))
    await clock.advance(by: .milliseconds(100))
    await store.receive(.search("ab")) { $0 = ["ab"] }
    await store.finish()
    #expect(store.counts == StoreCounts())
  }

  @Test func debounceCanBeCancelled() async {
    let clock = TestClock()
    let store = makeStore(clock) { $0.debounce(id: CancelID.search, for: .seconds(1)) }
    await store.send(.type("a"))
    await store.send(.cancel)
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test(arguments: [true, false])
  func throttleRunsTheFirstAtOnceAndOneAtTheEndOfEachInterval(latest: Bool) async {
    let clock = TestClock()
    let store = makeStore(clock) {
      $0.throttle(id: CancelID.search, for: .seconds(1), latest: latest)
    }
    await store.send(.type("a"))
    await store.receive(.search("a")) { $0 = ["a"] }
    await clock.advance(by: .milliseconds(300))
    await store.send(.type("b"))
    await clock.advance(by: .milliseconds(300))
    await store.send(.type("c"))
    await clock.advance(by: .milliseconds(300))
    #expect(store.state == ["a"])
    await clock.advance(by: .milliseconds(100))
    let second = latest ? "c" : "b"
    await store.receive(.search(second)) { $0 = ["a", second] }
    // A new interval began then.
    await clock.advance(by: .milliseconds(500))
    await store.send(.type("d"))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.search("d")) { $0 = ["a", second, "d"] }
    await clock.advance(by: .seconds(1))
    await store.send(.type("e"))
    await store.receive(.search("e")) { $0 = ["a", second, "d", "e"] }
    await store.finish()
  }

  @Test func throttleHeldBackCanBeCancelled() async {
    let clock = TestClock()
    let store = makeStore(clock) {
      $0.throttle(id: CancelID.search, for: .seconds(1), latest: true)
    }
    await store.send(.type("a"))
    await store.receive(.search("a")) { $0 = ["a"] }
    await store.send(.type("b"))
    await store.send(.cancel)
    await clock.advance(by: .milliseconds(500))
    await store.send(.type("c"))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.search("c")) { $0 = ["a", "c"] }
    await store.finish()
    #expect(store.counts == StoreCounts())
  }

  @Test func immediateClockWaitsForNothing() async {
    let clock = ImmediateClock()
    let store = makeStore(clock) { $0.debounce(id: CancelID.search, for: .seconds(1)) }
    await store.send(.type("a"))
    await store.receive(.search("a")) { $0 = ["a"] }
    #expect(clock.now.offset == .seconds(1))
  }

  // MARK: - TestClock

  @Test func sleepersWakeInTheOrderOfTheirDeadlines() async {
    let clock = TestClock()
    let log = Log<Int>()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        if action < 0 {
          return .merge(
            [3, 1, 2, 1].enumerated().map { index, seconds in
              .run { send in
                try await clock.sleep(for: .seconds(seconds))
                await send(seconds * 10 + index)
              }
            })
        }
        log.append(action)
        return .none
      }
    } withDependencies: {
      $0.clock = clock
    }
    await store.send(-1)
    #expect(clock.sleeperCount == 4)
    await clock.advance(by: .seconds(5))
    #expect(log.elements == [11, 13, 22, 30])
    store.exhaustivity = .off
  }

  /// One who wakes and sleeps again within the same advance is woken again.
  @Test func advanceGoesThroughEveryStepOnItsWay() async {
    let clock = TestClock()
    let log = Log<Duration>()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in
          for _ in 0..<100 {
            try await clock.sleep(for: .milliseconds(10))
            log.append(clock.now.offset)
          }
        }
      }
    }
    await store.send(1)
    await clock.advance(by: .milliseconds(995))
    #expect(log.elements == (1...99).map { .milliseconds(10 * $0) })
    await clock.run()
    #expect(log.elements.count == 100)
    await store.finish()
  }

  @Test func runReportsWhoSleepsForever() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in while true { try await clock.sleep(for: .seconds(1)) } }
      }
    } withDependencies: {
      $0.clock = clock
    }
    await store.send(1)
    await expectIssue("After 5 wakings 1 tasks are still asleep") { await clock.run(limit: 5) }
    await store.skipInFlightEffects()
    #expect(clock.sleeperCount == 0)
  }

  @Test func cancelledSleepThrows() async {
    let clock = TestClock()
    let task = Task {
      try await clock.sleep(for: .seconds(1))
    }
    while clock.sleeperCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func plainStoreCanBeDrivenByTheClock() async {
    let clock = TestClock()
    let store = Store(initialState: Items.State(items: [Item.State(id: 1)])) {
      Items()
    } withDependencies: {
      $0.clock = clock
    }
    store.send(.enter(1))
    for second in 1...50 {
      await clock.advance(by: .seconds(1))
      #expect(store.items[id: 1]?.count == second)
    }
  }
}
