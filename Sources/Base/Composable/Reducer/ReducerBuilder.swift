/// Combines the reducers listed in a `body`: they run from the first to the last on the same
/// state, and their effects are merged in that order.
@resultBuilder
package enum ReducerBuilder<State: Sendable, Action: Sendable> {
  package static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  package static func buildBlock() -> some Reducer<State, Action> {
    EmptyReducer<State, Action>()
  }

  package static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  package static func buildPartialBlock<First, Second>(
    accumulated: First, next: Second
  ) -> some Reducer<State, Action>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> {
    ReducerSequence(first: accumulated, second: next)
  }

  package static func buildOptional<R>(_ wrapped: R?) -> some Reducer<State, Action>
  where R: Reducer<State, Action> {
    OptionalReducer(wrapped: wrapped)
  }

  package static func buildEither<First, Second>(
    first: First
  ) -> ConditionalReducer<First, Second>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> {
    .first(first)
  }

  package static func buildEither<First, Second>(
    second: Second
  ) -> ConditionalReducer<First, Second>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> {
    .second(second)
  }

  package static func buildArray<R>(_ reducers: [R]) -> some Reducer<State, Action>
  where R: Reducer<State, Action> {
    ReducerArray(reducers: reducers)
  }
}

/// Two reducers, one after the other.
struct ReducerSequence<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  let first: First
  let second: Second

  func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effects = first.reduce(into: &state, action: action)
    return effects.merge(with: second.reduce(into: &state, action: action))
  }
}

/// Either branch of an `if` or `switch` in a `body`.
package enum ConditionalReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  case first(First)
  case second(Second)

  package func reduce(
    into state: inout First.State, action: First.Action
  ) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}

/// An `if` without `else` in a `body`.
struct OptionalReducer<Wrapped: Reducer>: Reducer {
  let wrapped: Wrapped?

  func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    wrapped?.reduce(into: &state, action: action) ?? .none
  }
}

/// A `for` in a `body`.
struct ReducerArray<Element: Reducer>: Reducer {
  let reducers: [Element]

  func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    var effects = Effect<Element.Action>.none
    for reducer in reducers {
      effects = effects.merge(with: reducer.reduce(into: &state, action: action))
    }
    return effects
  }
}
