import Composable
import ComposableTesting
import Testing

/// Effects that wait on clocks.
@MainActor
@Suite struct TimingTests {
  @Test func immediateClockDoesNotWait() async {
    let clock = ImmediateClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1
          ? .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(2)
          } : .none
      }
    }
    await store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 3 }
    #expect(clock.now.offset == .seconds(1))
  }

  @Test func sleepersWakeInDeadlineOrder() async {
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

  /// A sleeper that wakes and sleeps again within the same advance is woken again.
  @Test func advanceWakesEverySleeperOnTheWay() async {
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

  @Test func runReportsAnEndlessSleeper() async {
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

  @Test func testClockDrivesAPlainStore() async {
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
