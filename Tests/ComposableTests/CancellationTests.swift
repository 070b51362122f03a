import Composable
import ComposableTesting
import Testing

/// Cancel IDs and their scope.
@MainActor
@Suite struct CancellationTests {
  private enum Action: Equatable {
    case start
    case cancel
    case value(Int)
  }

  private enum CancelID {
    case work
    case other
  }

  private let clock = TestClock()

  /// A store that starts an effect, cancels the ID `work`, and keeps the values it receives.
  private func makeStore(
    start: @escaping ([Int]) -> Effect<Action>
  ) -> Store<[Int], Action> {
    Store(initialState: []) {
      Reduce<[Int], Action> { state, action in
        switch action {
        case .start: return start(state)
        case .cancel: return .cancel(id: CancelID.work)
        case .value(let value):
          state.append(value)
          return .none
        }
      }
    } withDependencies: {
      $0.clock = clock
    }
  }

  private func makeStore(_ state: Items.State) -> Store<Items.State, Items.Action> {
    Store(initialState: state) {
      Items()
    } withDependencies: {
      $0.clock = clock
    }
  }

  private func sleeping(seconds: Int, then value: Int) -> Effect<Action> {
    .run { [clock] send in
      try await clock.sleep(for: .seconds(seconds))
      await send(.value(value))
    }
  }

  @Test func cancelEndsOnlyTheEffectWithItsID() async {
    let store = makeStore { _ in
      .merge(
        sleeping(seconds: 1, then: 1).cancellable(id: CancelID.work),
        sleeping(seconds: 1, then: 2).cancellable(id: CancelID.other))
    }
    store.send(.start)
    await clock.advance(by: .milliseconds(1))
    store.send(.cancel)
    await clock.advance(by: .seconds(1))
    #expect(store.state == [2])
    #expect(store.counts == StoreCounts())
  }

  @Test func idsOfDifferentTypesDiffer() {
    enum First: Hashable, Sendable { case id }
    enum Second: Hashable, Sendable { case id }
    #expect(AnyHashable(1 as Int) == AnyHashable(1 as UInt8))
    #expect(Composable.CancelID(1 as Int) != Composable.CancelID(1 as UInt8))
    #expect(Composable.CancelID(First.id) != Composable.CancelID(Second.id))
    #expect(Composable.CancelID(First.id) == Composable.CancelID(First.id))
  }

  @Test func cancelInFlightReplacesTheEffect() async {
    let store = makeStore { state in
      sleeping(seconds: 1, then: state.count)
        .cancellable(id: CancelID.work, cancelInFlight: true)
    }
    store.send(.start)
    await clock.advance(by: .milliseconds(600))
    store.send(.start)
    await clock.advance(by: .milliseconds(600))
    #expect(store.state == [])
    await clock.advance(by: .milliseconds(400))
    #expect(store.state == [0])
  }

  /// The effect of the first action has not started when the second cancels it.
  @Test func cancelInTheSameDrainWins() {
    let log = Log<String>()
    let store = makeStore { _ in
      .merge(
        .run { _ in log.append("started") }.cancellable(id: CancelID.work),
        .send(.cancel))
    }
    store.send(.start)
    #expect(log.elements == [])
    #expect(store.counts == StoreCounts())
  }

  @Test func cancelInTheSameDrainDropsActionsNotYetReduced() {
    let store = makeStore { _ in
      .merge(
        .send(.cancel),
        .send(.value(1)).cancellable(id: CancelID.work),
        .send(.value(2)))
    }
    store.send(.start)
    #expect(store.state == [2])
  }

  @Test func cancellingAConcatenationDropsItsRemainingEffects() async {
    let store = makeStore { _ in
      .concatenate(
        sleeping(seconds: 1, then: 1), sleeping(seconds: 1, then: 2), .send(.value(3))
      )
      .cancellable(id: CancelID.work)
    }
    store.send(.start)
    await clock.advance(by: .seconds(1))
    store.send(.cancel)
    await clock.advance(by: .seconds(5))
    #expect(store.state == [1])
    #expect(store.counts == StoreCounts())
  }

  @Test func parentCanCancelEffectsOfItsChildren() async {
    let store = makeStore(Items.State(items: [Item.State(id: 1), Item.State(id: 2)]))
    store.send(.item(1, .start))
    store.send(.item(2, .start))
    store.send(.header(.start))
    await clock.advance(by: .seconds(1))
    store.send(.stopAll)
    await clock.advance(by: .seconds(5))
    #expect(store.items.map(\.count) == [1, 1])
    #expect(store.header.count == 1)
    #expect(store.counts == StoreCounts())
  }

  /// Both children use the same ID; neither is an element of a collection.
  @Test func propertyChildCannotCancelEffectsOfItsSiblings() async {
    let store = makeStore(Items.State(detail: Item.State(id: 1)))
    store.send(.detail(.start))
    store.send(.header(.start))
    await clock.advance(by: .seconds(1))
    store.send(.header(.stop))
    await clock.advance(by: .seconds(1))
    #expect(store.detail?.count == 2)
    #expect(store.header.count == 1)
  }

  @Test func elementCannotCancelEffectsOfItsSiblings() async {
    let store = makeStore(Items.State(items: [Item.State(id: 1), Item.State(id: 2)]))
    store.send(.item(1, .start))
    store.send(.item(2, .start))
    await clock.advance(by: .seconds(1))
    store.send(.item(1, .stop))
    await clock.advance(by: .seconds(1))
    #expect(store.items.map(\.count) == [1, 2])
    store.send(.item(2, .stop))
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
  }

  @Test func storesDoNotShareCancelIDs() async {
    let first = makeStore(Items.State(items: [Item.State(id: 1)]))
    let second = makeStore(Items.State(items: [Item.State(id: 1)]))
    first.send(.item(1, .start))
    second.send(.item(1, .start))
    await clock.advance(by: .seconds(1))
    first.send(.stopAll)
    await clock.advance(by: .seconds(1))
    #expect(first.items[id: 1]?.count == 1)
    #expect(second.items[id: 1]?.count == 2)
  }

  @Test func mergeAndConcatenateDropEmptyEffects() {
    #expect(Effect<Int>.merge(.none, .none).isNone)
    #expect(Effect<Int>.concatenate(.none, .none).isNone)
    #expect(Effect<Int>.none.merge(with: .none).isNone)
    #expect(Effect<Int>.none.map { $0 + 1 }.isNone)
    #expect(Effect<Int>.none.cancellable(id: 1).isNone)
    #expect(!Effect<Int>.none.cancellable(id: 1, cancelInFlight: true).isNone)
    #expect(!Effect<Int>.merge(.none, .send(1)).isNone)
  }

  @Test func concatenateWaitsForCompletionOrCancellation() async {
    let store = makeStore { _ in
      .concatenate(
        sleeping(seconds: 10, then: 1).cancellable(id: CancelID.work),
        sleeping(seconds: 1, then: 2))
    }
    store.send(.start)
    await clock.advance(by: .seconds(2))
    #expect(store.state == [])
    store.send(.cancel)
    await clock.advance(by: .seconds(1))
    #expect(store.state == [2])
    store.send(.start)
    await clock.advance(by: .seconds(11))
    #expect(store.state == [2, 1, 2])
  }
}
