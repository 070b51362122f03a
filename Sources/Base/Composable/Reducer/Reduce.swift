/// A reducer made of a closure.
package struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  private let change: (inout State, Action) -> Effect<Action>

  /// Creates a reducer that calls `reduce` for every action.
  package init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    change = reduce
  }

  /// Creates a reducer that is another one; shortens the type of a long `body`.
  package init(_ reducer: some Reducer<State, Action>) {
    change = reducer.reduce
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    change(&state, action)
  }
}

/// A reducer that does nothing.
package struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  /// Creates a reducer that does nothing.
  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Runs several reducers in order, to hang a modifier on all of them.
package struct CombineReducers<State: Sendable, Action: Sendable, Reducers>: Reducer
where Reducers: Reducer<State, Action> {
  private let reducers: Reducers

  /// Creates a reducer of those built.
  package init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
