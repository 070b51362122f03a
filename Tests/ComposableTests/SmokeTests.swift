import Composable
import ComposableTesting
import Testing

private struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var isRunning = false
  }

  enum Action: Equatable {
    case increment
    case start
    case stop
    case tick
    case load
    case loaded(Int)
  }

  private enum CancelID {
    case timer
  }

  @Dependency(\.clock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .start:
        state.isRunning = true
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .stop:
        state.isRunning = false
        return .cancel(id: CancelID.timer)
      case .tick:
        state.count += 1
        return .none
      case .load:
        return .run { send in
          await send(.loaded(await fetch()))
        }
      case .loaded(let value):
        state.count = value
        return .none
      }
    }
  }
}

private func fetch() async -> Int {
  await Task.yield()
  return 42
}

@MainActor
@Suite struct SmokeTests {
  @Test func timerTicksUntilStopped() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.clock = clock
    }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.start) { $0.isRunning = true }
    await clock.advance(by: .seconds(3))
    await store.receive(.tick) { $0.count = 2 }
    await store.receive(.tick) { $0.count = 3 }
    await store.receive(.tick) { $0.count = 4 }
    await store.send(.stop) { $0.isRunning = false }
    await store.send(.load)
    await store.receive(.loaded(42)) { $0.count = 42 }
  }
}
