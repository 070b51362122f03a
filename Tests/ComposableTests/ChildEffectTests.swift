import Composable
import ComposableTesting
import Testing

/// Effects end with the child they belong to.
@MainActor
@Suite struct ChildEffectTests {
  private let clock = TestClock()

  private func makeStore(_ state: Items.State) -> StoreOf<Items> {
    Store(initialState: state) {
      Items()
    } withDependencies: {
      $0.clock = clock
    }
  }

  @Test func effectsOfAnElementEndWhenItIsRemoved() async {
    let store = makeStore(Items.State(items: [Item.State(id: 1), Item.State(id: 2)]))
    store.send(.item(1, .start))
    store.send(.item(1, .wait))
    store.send(.item(2, .start))
    await clock.advance(by: .seconds(1))
    store.send(.remove(1))
    await clock.advance(by: .seconds(1))
    #expect(store.items.map(\.count) == [2])
    #expect(store.counts.effects == 1)
    store.send(.replaceAll([3]))
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
  }

  @Test func effectsOfAnElementSurviveChangesOfOtherElements() async {
    let store = makeStore(Items.State(items: [Item.State(id: 1)]))
    store.send(.item(1, .start))
    store.send(.add(2))
    store.send(.remove(2))
    await clock.advance(by: .seconds(1))
    #expect(store.items[id: 1]?.count == 1)
  }

  @Test func effectsOfAnOptionalChildEndWhenItBecomesNil() async {
    let store = makeStore(Items.State(detail: Item.State(id: 1)))
    store.send(.detail(.start))
    await clock.advance(by: .seconds(1))
    #expect(store.detail?.count == 1)
    store.send(.present(nil))
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
  }

  @Test func effectsOfAnOptionalChildEndWhenItsIdentityChanges() async {
    let store = makeStore(Items.State(detail: Item.State(id: 1)))
    store.send(.detail(.start))
    await clock.advance(by: .seconds(1))
    store.send(.present(2))
    await clock.advance(by: .seconds(3))
    #expect(store.detail == Item.State(id: 2))
    #expect(store.counts == StoreCounts())
  }

  @Test func effectsOfAGrandchildEndWithTheChild() async {
    let action = CasePath<(Int, Items.Action), (Int, Items.Action)>(
      embed: { $0 }, extract: { $0 })
    struct Page: Equatable, Identifiable {
      let id: Int
      var items: Items.State
    }
    let store = Store(
      initialState: IdentifiedArray<Page>(
        uniqueElements: [Page(id: 7, items: Items.State(items: [Item.State(id: 1)]))])
    ) {
      Reduce<IdentifiedArray<Page>, (Int, Items.Action)> { state, action in
        if case .present(nil) = action.1 { state = [] }
        return .none
      }
      .forEach(\.self, action: action) {
        Scope(
          state: \.items,
          action: CasePath<Items.Action, Items.Action>(embed: { $0 }, extract: { $0 })
        ) {
          Items()
        }
      }
    } withDependencies: {
      $0.clock = clock
    }
    store.send((7, .item(1, .start)))
    await clock.advance(by: .seconds(1))
    #expect(store.state[id: 7]?.items.items[id: 1]?.count == 1)
    store.send((7, .present(nil)))
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
  }

  @Test func effectsOfACaseEndWhenTheCaseChanges() async {
    let store = Store(initialState: Screen.State.clip(Item.State(id: 1))) {
      Screen()
    } withDependencies: {
      $0.clock = clock
    }
    store.send(.clip(.start))
    await clock.advance(by: .seconds(1))
    #expect(store.state == .clip(Item.State(id: 1, count: 1, isVisible: true)))
    store.send(.show(nil))
    await clock.advance(by: .seconds(1))
    #expect(store.state == .empty(1))
    #expect(store.counts == StoreCounts())
  }

  @Test func effectsOfACaseEndWhenItsIdentityChanges() async {
    let store = Store(initialState: Screen.State.clip(Item.State(id: 1))) {
      Screen()
    } withDependencies: {
      $0.clock = clock
    }
    store.send(.clip(.start))
    store.send(.show(2))
    await clock.advance(by: .seconds(1))
    #expect(store.state == .clip(Item.State(id: 2)))
    #expect(store.counts == StoreCounts())
  }

  // MARK: - adopt

  @Test func adoptedEffectEndsWithItsElement() async {
    let store = makeStore(Items.State(items: [Item.State(id: 1)]))
    store.send(.enter(1))
    await clock.advance(by: .seconds(1))
    #expect(store.items[id: 1] == Item.State(id: 1, count: 1, isVisible: true))
    store.send(.remove(1))
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
  }

  @Test func childCanCancelAnEffectItsParentAdopted() async {
    let store = makeStore(Items.State(items: [Item.State(id: 1), Item.State(id: 2)]))
    store.send(.enter(1))
    store.send(.enter(2))
    await clock.advance(by: .seconds(1))
    store.send(.item(1, .stop))
    await clock.advance(by: .seconds(1))
    #expect(store.items.map(\.count) == [1, 2])
    store.send(.stopAll)
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
  }

  @Test func adoptedEffectOfAnOptionalChildEndsWithItsIdentity() async {
    let store = makeStore(Items.State(detail: Item.State(id: 1)))
    store.send(.enterDetail)
    await clock.advance(by: .seconds(1))
    #expect(store.detail?.count == 1)
    store.send(.present(2))
    await clock.advance(by: .seconds(1))
    #expect(store.detail?.count == 0)
    #expect(store.counts == StoreCounts())
    store.send(.present(nil))
    store.send(.enterDetail)
    #expect(store.counts == StoreCounts())
  }

  @Test func adoptedEffectOfAPropertySendsToTheChild() async {
    let store = makeStore(Items.State())
    store.send(.enterHeader)
    await clock.advance(by: .seconds(2))
    #expect(store.header.count == 2)
    store.send(.header(.stop))
    await clock.advance(by: .seconds(2))
    #expect(store.header.count == 2)
    #expect(store.counts == StoreCounts())
  }

  @Test func adoptingFromAMissingElementIsReported() async {
    let store = makeStore(Items.State())
    await expectIssue("An element to adopt effects from is missing", "id: 1") {
      store.send(.enter(1))
    }
  }

  /// The elements are enums: each case has its own helper.
  @Test func adoptWorksForEnumElements() async {
    let store = Store(initialState: Screens.State(screens: [.clip(Item.State(id: 1)), .empty(0)])) {
      Screens()
    } withDependencies: {
      $0.clock = clock
    }
    store.send(.enter(1))
    store.send(.enter(0))
    await clock.advance(by: .seconds(1))
    #expect(store.screens[id: 1] == .clip(Item.State(id: 1, count: 1, isVisible: true)))
    store.send(.screen(1, .show(nil)))
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
  }

  // MARK: - Missing children

  @Test func actionForAMissingElementIsIgnoredAndReportedWithLikelyCauses() async {
    let store = makeStore(Items.State(items: [Item.State(id: 1)]))
    await expectIssue(
      "forEach received an action", "no element has id 2", "A parent reducer removed the child",
      "An effect is still running", "A view sent the action"
    ) {
      store.send(.item(2, .tick))
    }
    #expect(store.items == [Item.State(id: 1)])
  }

  @Test func actionForAMissingOptionalChildIsIgnoredAndReported() async {
    let store = makeStore(Items.State())
    await expectIssue("ifLet received an action", "nil", "tick") {
      store.send(.detail(.tick))
    }
    #expect(store.detail == nil)
  }

  @Test func actionForAnotherCaseIsIgnoredAndReported() async {
    let store = Store(initialState: Screen.State.empty(0)) { Screen() }
    await expectIssue("ifLet received an action", "nil", "tick") {
      store.send(.clip(.tick))
    }
    #expect(store.state == .empty(0))
  }

  @Test func childrenRunBeforeTheirParents() {
    let log = Log<String>()
    let store = Store(initialState: Items.State(items: [Item.State(id: 1)])) {
      Reduce<Items.State, Items.Action> { state, action in
        log.append("parent sees \(state.items[id: 1]?.count ?? -1)")
        if case .item(1, _) = action { state.items.remove(id: 1) }
        return .none
      }
      .forEach(\.items, action: Items.Action.itemCase) { Item() }
    }
    store.send(.item(1, .tick))
    #expect(log.elements == ["parent sees 1"])
    #expect(store.items.isEmpty)
  }
}
