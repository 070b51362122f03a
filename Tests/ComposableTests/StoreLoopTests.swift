import Composable
import Platform
import Testing

/// The order in which the store reduces actions and publishes state.
@MainActor
@Suite struct StoreLoopTests {
  private enum Action: Equatable {
    case start
    case step
    case effect
  }

  @Test func synchronousActionsPublishOnce() {
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        state += 1
        return action == .start ? .merge(.send(.step), .send(.step)) : .none
      }
    }
    var seen: [Int] = []
    let token = store.observe(distinct: \.self) { seen.append($0) }
    store.send(.start)
    #expect(seen == [0, 3])
    token.cancel()
  }

  @Test func sentActionsAreReducedBeforePublishingAndEffectsStartAfterwards() {
    let log = Log<String>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        state += 1
        log.append("\(action)")
        guard action == .start else { return .none }
        return .merge(
          .run { _ in log.append("run") },
          .send(.step))
      }
    }
    let token = store.observe(distinct: \.self) { log.append("published \($0)") }
    store.send(.start)
    #expect(log.elements == ["published 0", "start", "step", "published 2", "run"])
    token.cancel()
  }

  @Test func tenThousandSynchronousActionsDoNotOverflowTheStack() {
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, _ in
        state += 1
        return state < 10_000 ? .send(.step) : .none
      }
    }
    store.send(.start)
    #expect(store.state == 10_000)
  }

  @Test func effectsThatSendImmediatelyDoNotOverflowTheStack() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, _ in
        state += 1
        return state < 10_000 ? .run { await $0(.step) } : .none
      }
    }
    await store.send(.start).finish()
    #expect(store.state == 10_000)
    #expect(store.counts == StoreCounts())
  }

  @Test func reentrantActionFromADependencyIsBufferedAndReported() async {
    let log = Log<String>()
    let resend = Lock<(@MainActor () -> Void)?>(nil)
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        log.append("begin \(action)")
        if action == .start {
          MainActor.assumeIsolated { resend.withLock { $0 }?() }
        }
        state += 1
        log.append("end \(action)")
        return .none
      }
    }
    resend.withLock { $0 = { [weak store] in store?.send(.step) } }
    await expectIssue("sent while the reducer was running", "step") {
      store.send(.start)
    }
    #expect(log.elements == ["begin start", "end start", "begin step", "end step"])
  }

  @Test func actionsSentByObserversAreReducedAfterwardsInOrder() {
    let log = Log<String>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        state += 1
        log.append("\(action)")
        return .none
      }
    }
    let first = store.observe(distinct: \.self) { value in
      guard value == 1 else { return }
      store.send(.step)
      log.append("sent")
    }
    let second = store.observe(distinct: \.self) { log.append("saw \($0)") }
    store.send(.start)
    #expect(log.elements == ["saw 0", "start", "sent", "saw 1", "step", "saw 2"])
    first.cancel()
    second.cancel()
  }

  @Test func effectsStartAfterActionsSentByObservers() {
    let log = Log<String>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        state += 1
        return .run { _ in log.append("\(action)") }
      }
    }
    let token = store.observe(distinct: \.self) { value in
      if value == 1 {
        store.send(.step)
        log.append("observed")
      }
    }
    store.send(.start)
    #expect(log.elements == ["observed", "start", "step"])
    token.cancel()
  }

  @Test func collectionsAreMutatedInPlace() {
    let store = Store(initialState: [Int](repeating: 0, count: 1000)) {
      Reduce<[Int], Action> { state, _ in
        state[0] += 1
        return .none
      }
    }
    func address() -> UnsafeRawPointer? {
      store.state.withUnsafeBytes { $0.baseAddress }
    }
    let token = store.observe(distinct: \.count) { _ in }
    let before = address()
    store.send(.start)
    #expect(address() == before)
    #expect(store.state[0] == 1)
    token.cancel()
  }

  @Test func forEachMutatesElementsInPlace() {
    struct Element: Reducer {
      struct State: Equatable, Identifiable {
        let id: Int
        var values = [Int](repeating: 0, count: 100)
      }
      enum Action { case change }
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.values[0] += 1
          return .none
        }
      }
    }
    let action = CasePath<(Int, Element.Action), (Int, Element.Action)>(
      embed: { $0 }, extract: { $0 })
    let store = Store(initialState: IdentifiedArray<Element.State>(uniqueElements: [.init(id: 1)]))
    {
      Reduce<IdentifiedArray<Element.State>, (Int, Element.Action)> { _, _ in .none }
        .forEach(\.self, action: action) { Element() }
    }
    func address() -> UnsafeRawPointer? {
      store.state[id: 1]?.values.withUnsafeBytes { $0.baseAddress }
    }
    let before = address()
    store.send((1, .change))
    #expect(address() == before)
    #expect(store.state[id: 1]?.values[0] == 1)
  }
}
