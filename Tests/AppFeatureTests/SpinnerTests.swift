import Composable
import ComposableTesting
import Testing

@testable import AppFeature

@MainActor
@Suite struct SpinnerTests {
  /// A feature that is only a spinner.
  private struct Spinning: Reducer {
    func reduce(into state: inout Spinner, action: Spinner.Event) -> Effect<Spinner.Event> {
      state.reduce(action)
    }
  }

  let clock = TestClock()

  private func makeStore() -> TestStoreOf<Spinning> {
    TestStore(initialState: .hidden) {
      Spinning()
    } withDependencies: {
      $0.clock = clock
    }
  }

  @Test func shortWaitShowsNoSpinner() async {
    let store = makeStore()
    await store.send(.waitingBegan) { $0 = .pending }
    #expect(!store.state.isVisible)
    // Waiting has ended.
    await store.send(.waitingEnded) { $0 = .hidden }
    await clock.advance(by: Spinner.delay)
  }

  @Test func longWaitShowsTheSpinnerUntilItEnds() async {
    let store = makeStore()
    await store.send(.waitingBegan) { $0 = .pending }
    await clock.advance(by: Spinner.delay)
    await store.receive(.delayElapsed) { $0 = .shown(waitEnded: false) }
    #expect(store.state.isVisible)
    await clock.advance(by: Spinner.minimum)
    await store.receive(.minimumElapsed) { $0 = .settled }
    #expect(store.state.isVisible)
    await store.send(.waitingEnded) { $0 = .hidden }
    #expect(!store.state.isVisible)
  }

  @Test func shownSpinnerStaysForItsMinimumTime() {
    var spinner = Spinner.hidden
    _ = spinner.reduce(.waitingBegan)
    _ = spinner.reduce(.delayElapsed)
    _ = spinner.reduce(.waitingEnded)
    #expect(spinner.isVisible)
    _ = spinner.reduce(.minimumElapsed)
    #expect(!spinner.isVisible)
  }

  @Test func waitThatRestartsKeepsTheSpinner() {
    var spinner = Spinner.hidden
    _ = spinner.reduce(.waitingBegan)
    _ = spinner.reduce(.delayElapsed)
    _ = spinner.reduce(.waitingEnded)
    _ = spinner.reduce(.waitingBegan)
    _ = spinner.reduce(.minimumElapsed)
    #expect(spinner == .settled)
  }

  /// In any order of events, no spinner stays visible once waiting has ended and every requested
  /// timer has fired.
  @Test func spinnerNeverStaysBehind() {
    let events: [Spinner.Event] = [.waitingBegan, .waitingEnded, .delayElapsed, .minimumElapsed]
    func explore(_ spinner: Spinner, depth: Int) {
      if depth == 0 {
        var last = spinner
        _ = last.reduce(.waitingEnded)
        _ = last.reduce(.minimumElapsed)
        #expect(!last.isVisible, "left behind after \(spinner)")
        return
      }
      for event in events {
        var next = spinner
        _ = next.reduce(event)
        explore(next, depth: depth - 1)
      }
    }
    explore(.hidden, depth: 6)
  }
}

extension Spinner {
  /// Handles an event and ignores the timers it asks for.
  fileprivate mutating func reduce(_ event: Event) -> Effect<Event> {
    reduce(event, id: "spinner", as: { $0 })
  }
}
