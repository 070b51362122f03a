import Composable
import ComposableTesting
import Testing

/// Counts how often observers run.
@MainActor
@Suite struct ObservationTests {
  private struct Feature: Reducer {
    struct State: Equatable {
      var title = ""
      var count = 0
      var child: Item.State?
      var items: IdentifiedArray<Item.State> = [Item.State(id: 1), Item.State(id: 2)]
    }

    enum Action {
      case rename(String)
      case add(Int)
      case present(Item.State?)
      case remove(Int)
      case item(Int, Item.Action)
      case child(Item.Action)

      static let itemCase = CasePath<Self, (Int, Item.Action)>(
        embed: { .item($0, $1) },
        extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
      static let childCase = CasePath<Self, Item.Action>(
        embed: { .child($0) },
        extract: { if case .child(let action) = $0 { action } else { nil } })
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rename(let title): state.title = title
        case .add(let number): state.count += number
        case .present(let child): state.child = child
        case .remove(let id): state.items.remove(id: id)
        case .item, .child: break
        }
        return .none
      }
      .forEach(\.items, action: Action.itemCase) { Item() }
      .ifLet(\.child, action: Action.childCase) { Item() }
    }
  }

  private let store = Store(initialState: Feature.State()) { Feature() }

  @Test func observerRunsOnlyWhenItsValueChanges() {
    var seen: [String] = []
    let token = store.observe(distinct: \.title) { seen.append($0) }
    store.send(.add(1))
    store.send(.present(Item.State(id: 1)))
    store.send(.rename(""))
    #expect(seen == [""])
    store.send(.rename("a"))
    store.send(.rename("a"))
    #expect(seen == ["", "a"])
    token.cancel()
  }

  @Test func observerDoesNotRunWhenTheDerivedValueIsUnchanged() {
    var seen: [Bool] = []
    let token = store.observe(distinct: { $0.count > 2 }, onChange: { seen.append($0) })
    store.send(.add(1))
    store.send(.add(1))
    #expect(seen == [false])
    store.send(.add(1))
    store.send(.add(1))
    #expect(seen == [false, true])
    token.cancel()
  }

  @Test func elementChangesDoNotTriggerObserversOfIDs() {
    var seen: [[Int]] = []
    let token = store.observe(distinct: \.items.ids) { seen.append(Array($0)) }
    store.send(.item(1, .tick))
    store.send(.item(2, .tick))
    #expect(seen == [[1, 2]])
    store.send(.remove(1))
    #expect(seen == [[1, 2], [2]])
    token.cancel()
  }

  @Test func observationEndsWhenItsTokenIsCancelledOrReleased() {
    var runs = 0
    let cancelled = store.observe(distinct: \.count) { _ in runs += 1 }
    var dropped: ObserveToken? = store.observe(distinct: \.count) { _ in runs += 1 }
    #expect(store.counts.observers == 2)
    cancelled.cancel()
    withExtendedLifetime(dropped) {}
    dropped = nil
    #expect(store.counts.observers == 0)
    store.send(.add(1))
    #expect(runs == 2)
  }

  @Test func observerCanEndAnotherDuringNotification() {
    var runs = 0
    var second: ObserveToken?
    let first = store.observe(distinct: \.count) { if $0 > 0 { second = nil } }
    second = store.observe(distinct: \.count) { _ in runs += 1 }
    store.send(.add(1))
    #expect(runs == 1)
    #expect(second == nil)
    first.cancel()
  }
}
