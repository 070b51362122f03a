import Composable
import Testing

/// Composition of reducers.
@MainActor
@Suite struct ReducerTests {
  private func append(_ name: String) -> Reduce<[String], Int> {
    Reduce { state, action in
      state.append("\(name)\(action)")
      return .none
    }
  }

  @Test func bodyRunsReducersInOrder() {
    let store = Store(initialState: [String]()) {
      append("a")
      append("b")
      append("c")
    }
    store.send(1)
    #expect(store.state == ["a1", "b1", "c1"])
  }

  @Test func effectsOfABodyAreMergedInOrder() {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 0 ? .send(1) : .none
      }
      Reduce<[Int], Int> { _, action in
        action == 0 ? .merge(.send(2), .concatenate(.send(3), .send(4))) : .none
      }
    }
    store.send(0)
    #expect(store.state == [0, 1, 2, 3, 4])
  }

  @Test func onChangeRunsOnlyWhenTheValueChanges() {
    struct State: Equatable {
      var page = 0
      var title = ""
      var log: [String] = []
    }
    enum Action {
      case page(Int)
      case title(String)
    }
    let store = Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .page(let page): state.page = page
        case .title(let title): state.title = title
        }
        return .none
      }
      .onChange(of: \.page) { old, new in
        Reduce { state, _ in
          state.log.append("\(old) to \(new)")
          return .none
        }
      }
    }
    store.send(.title("a"))
    store.send(.page(0))
    store.send(.page(2))
    store.send(.page(3))
    #expect(store.log == ["0 to 2", "2 to 3"])
  }

  @Test func mapTransformsAllActionsOfAnEffect() async {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        guard action == "start" else {
          state.append(action)
          return .none
        }
        return Effect<Int>.merge(
          .send(1),
          .concatenate(.run { await $0(2) }, .send(3)),
          .run { await $0(4) },
          .cancel(id: 0),
          .send(5).cancellable(id: 1, cancelInFlight: true)
        )
        .map { "got \($0)" }
      }
    }
    await store.send("start").finish()
    #expect(store.state.sorted() == (1...5).map { "got \($0)" })
  }
}
