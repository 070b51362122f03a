import Composable
import ComposableTesting
import Testing

/// What a test store accepts, and which failures it reports at which line.
@MainActor
@Suite struct TestStoreTests {
  private struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var title = "none"
    }

    enum Action: Equatable {
      case add(Int)
      case load
      case loadTwice
      case loaded(String)
      case wait
      case hang
      case stop

      static let loadedCase = CasePath<Self, String>(
        embed: { .loaded($0) },
        extract: { if case .loaded(let title) = $0 { title } else { nil } })
    }

    enum CancelID {
      case wait
    }

    @Dependency(\.clock) var clock
    let forever = AsyncStream<Int> { _ in }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let number):
          state.count += number
          return .none
        case .load:
          return .run { send in await send(.loaded("one")) }
        case .loadTwice:
          return .merge(.send(.loaded("one")), .send(.loaded("two")))
        case .loaded(let title):
          state.title = title
          return .none
        case .wait:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.loaded("late"))
          }
          .cancellable(id: CancelID.wait)
        case .hang:
          return .run { _ in for await _ in forever {} }
        case .stop:
          return .cancel(id: CancelID.wait)
        }
      }
    }
  }

  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.clock = clock
    }
  }

  // MARK: - Passing

  @Test func fullyAssertedTestPasses() async {
    let store = makeStore()
    await store.send(.add(2)) { $0.count = 2 }
    await store.send(.add(0))
    await store.send(.load)
    await store.receive(.loaded("one")) { $0.title = "one" }
    await store.send(.loadTwice)
    await store.receive(Counter.Action.loadedCase)
    await store.receive(.loaded("two")) { $0.title = "two" }
    await store.send(.wait)
    await store.send(.stop)
    let task = await store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded("late")) { $0.title = "late" }
    await task.finish()
    store.assert { $0.title = "late" }
    await store.finish()
  }

  @Test func cancellingTheTaskOfASendCancelsItsEffects() async {
    let store = makeStore()
    let task = await store.send(.hang)
    await task.cancel()
    #expect(task.isCancelled)
    #expect(store.counts == StoreCounts())
  }

  @Test func stateIsTheLastAssertedOneWhileTheRealStoreRunsAhead() async {
    let store = makeStore()
    await store.send(.loadTwice)
    #expect(store.state.title == "none")
    await store.receive(.loaded("one")) { $0.title = "one" }
    #expect(store.state.title == "one")
    await store.receive(.loaded("two")) { $0.title = "two" }
  }

  // MARK: - State

  @Test func wrongChangeFailsWithADiffAtTheSend() async {
    let store = makeStore()
    let line = #line + 3
    await expectIssue(
      ["does not match", "−   count: 1", "+   count: 2"], atLine: line
    ) { await store.send(.add(2)) { $0.count = 1 } }
  }

  @Test func unassertedChangeFails() async {
    let store = makeStore()
    await expectIssue("does not match", "−   count: 0", "+   count: 2") {
      await store.send(.add(2))
    }
  }

  @Test func assertionWithoutAChangeFails() async {
    let store = makeStore()
    await expectIssue("Expected the state to change, but it did not") {
      await store.send(.add(0)) { $0.count = 0 }
    }
  }

  @Test func throwingAssertionFails() async {
    struct Failure: Error {}
    let store = makeStore()
    await expectIssue("threw an error", "Failure") {
      await store.send(.add(0)) { _ in throw Failure() }
    }
  }

  @Test func assertComparesTheCurrentState() async {
    let store = makeStore()
    await store.send(.add(1)) { $0.count = 1 }
    await expectIssue("does not match", "−   count: 5") { store.assert { $0.count = 5 } }
  }

  // MARK: - Actions

  @Test func sendingBeforeReceivingFails() async {
    let store = makeStore()
    await store.send(.loadTwice)
    await expectIssue("Must receive 2 actions before sending", "loaded(\"one\")") {
      await store.send(.add(1)) { $0.count = 1 }
    }
    #expect(store.state.title == "two")
  }

  @Test func receivingAnotherActionFailsWithADiff() async {
    let store = makeStore()
    await store.send(.load)
    await expectIssue("unexpected action", "loaded(\"two\")", "loaded(\"one\")") {
      await store.receive(.loaded("two")) { $0.title = "two" }
    }
  }

  @Test func receivingWithNothingInFlightFailsAtOnce() async {
    let store = makeStore()
    let start = ContinuousClock.now
    await expectIssue("but received none", "No effect is in flight") {
      await store.receive(.loaded("one"), timeout: .seconds(1000))
    }
    #expect(ContinuousClock.now - start < .seconds(500))
  }

  @Test func receivingFromASleepingEffectFailsQuicklyAndNamesIt() async {
    let store = makeStore()
    await store.send(.wait)
    let start = ContinuousClock.now
    await expectIssue(
      "but received none", "returned for wait", "TestStoreTests.swift",
      "asleep on the test clock until 1.0"
    ) {
      await store.receive(.loaded("late"), timeout: .seconds(1000))
    }
    #expect(ContinuousClock.now - start < .seconds(500))
    await store.skipInFlightEffects()
  }

  @Test func receivingFromAHangingEffectFailsAfterTheTimeoutAndNamesIt() async {
    let store = makeStore()
    await store.send(.hang)
    await expectIssue("but received none", "returned for hang", "neither asleep on the test clock")
    {
      await store.receive(.loaded("late"), timeout: .milliseconds(20))
    }
    await store.skipInFlightEffects()
  }

  @Test func unreceivedActionFailsAtTheSendThatCausedIt() async {
    let line = #line + 5
    await expectIssue(
      ["1 action that followed from this one was not received", "loaded(\"one\")"], atLine: line
    ) {
      let store = makeStore()
      await store.send(.load)
    }
  }

  @Test func effectStillInFlightFailsAtTheSendThatCausedIt() async {
    let line = #line + 6
    await expectIssue(
      ["still in flight at the end of the test", "returned for wait", "asleep on the test clock"],
      atLine: line
    ) {
      let store = makeStore()
      await store.send(.wait)
    }
  }

  @Test func finishFailsWhileAnEffectIsRunning() async {
    let store = makeStore()
    await store.send(.wait)
    await expectIssue("Expected every effect to end", "returned for wait") {
      await store.finish(timeout: .milliseconds(10))
    }
    await store.skipInFlightEffects()
  }

  @Test func finishFailsWithUnreceivedActions() async {
    let store = makeStore()
    await store.send(.load)
    await expectIssue("was not received") { await store.finish() }
  }

  @Test func finishOfATaskFailsWhileItsEffectIsRunning() async {
    let store = makeStore()
    let task = await store.send(.wait)
    await expectIssue("Expected everything that followed", "returned for wait") {
      await task.finish(timeout: .milliseconds(10))
    }
    await store.skipInFlightEffects()
  }

  // MARK: - Exhaustivity

  @Test func withoutExhaustivityOnlyAssertedChangesAreChecked() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.add(2))
    await store.send(.loadTwice) { $0.count = 2 }
    await store.receive(.loaded("two"))
    #expect(store.state.title == "two")
    await store.send(.load)
    await store.send(.add(1)) { $0.count = 3 }
    #expect(store.state.title == "one")
    await store.send(.wait)
  }

  @Test func withoutExhaustivityWrongAssertionsStillFail() async {
    let store = makeStore()
    store.exhaustivity = .off
    await expectIssue("does not match", "−   count: 9") {
      await store.send(.add(2)) { $0.count = 9 }
    }
    await expectIssue("but received only others", "No effect is in flight") {
      await store.send(.load)
      await store.receive(.loaded("other"))
    }
  }

  @Test func exhaustivityCanBeOffTemporarily() async {
    let store = makeStore()
    await store.withExhaustivity(.off) {
      await store.send(.add(1))
    }
    await store.send(.add(1)) { $0.count = 2 }
  }

  @Test func skippingNothingIsReported() async {
    let store = makeStore()
    await store.send(.load)
    await store.skipReceivedActions()
    #expect(store.state.title == "one")
    await expectIssue("no received actions to skip") { await store.skipReceivedActions() }
    await store.skipReceivedActions(strict: false)
    await expectIssue("no effects in flight to skip") { await store.skipInFlightEffects() }
    await store.skipInFlightEffects(strict: false)
  }
}
