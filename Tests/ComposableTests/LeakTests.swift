import Composable
import ComposableTesting
import Testing

/// Effects, observers and stores are released.
@MainActor
@Suite struct LeakTests {
  /// A feed of clips, each of which listens to its player while it is on screen.
  private struct Feed: Reducer {
    struct State: Equatable {
      var items: IdentifiedArray<Item.State>
      var page: Int?
    }

    enum Action {
      case pageChanged(Int?)
      case item(Int, Item.Action)

      static let itemCase = CasePath<Self, (Int, Item.Action)>(
        embed: { .item($0, $1) },
        extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .pageChanged(let page) = action else { return .none }
        if let page { state.items.append(Item.State(id: page)) }
        // The page before the previous one leaves the window.
        if let old = state.page { state.items.remove(id: old - 1) }
        state.page = page
        guard let page else {
          state.items = []
          return .none
        }
        return .adopt(&state, \.items, id: page, action: Action.itemCase) { $0.pageEntered() }
      }
      .forEach(\.items, action: Action.itemCase) { Item() }
    }
  }

  @Test func tenThousandPageChangesLeaveNothingBehind() async {
    let clock = TestClock()
    let store = Store(initialState: Feed.State(items: [])) {
      Feed()
    } withDependencies: {
      $0.clock = clock
    }
    var token: ObserveToken?
    var seen = 0
    for page in 0..<10_000 {
      store.send(.pageChanged(page))
      token = store.observe(distinct: { $0.items[id: page]?.id }) { seen += $0 ?? 0 }
      if page.isMultiple(of: 1000) {
        await clock.advance(by: .milliseconds(1))
        #expect(store.counts.effects <= 2)
        #expect(store.counts.tokens <= 6)
        #expect(store.counts.observers == 1)
        #expect(clock.sleeperCount <= 2)
      }
    }
    #expect(seen == 10_000 * 9_999 / 2)
    withExtendedLifetime(token) {}
    token = nil
    await store.send(.pageChanged(nil)).finish()
    await clock.advance(by: .seconds(1))
    #expect(store.counts == StoreCounts())
    #expect(clock.sleeperCount == 0)
  }

  @Test func storeIsReleasedWithItsLastReference() async {
    weak var core: Store<Feed.State, Feed.Action>?
    let clock = TestClock()
    do {
      let store = Store(initialState: Feed.State(items: [])) {
        Feed()
      } withDependencies: {
        $0.clock = clock
      }
      store.send(.pageChanged(1))
      let token = store.observe(distinct: { $0.items[id: 1]?.count }) { _ in }
      await clock.advance(by: .seconds(1))
      core = store
      #expect(core != nil)
      withExtendedLifetime((store, token)) {}
    }
    #expect(core == nil)
    while clock.sleeperCount > 0 { await Task.yield() }
  }
}
