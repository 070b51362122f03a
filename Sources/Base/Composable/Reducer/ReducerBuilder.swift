/// Combines the reducers listed in a `body`: they run from first to last on the same state, and
/// their effects are merged in that order.
@resultBuilder
package enum ReducerBuilder<State: Sendable, Action: Sendable> {
  package static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  package static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  package static func buildPartialBlock<First, Second>(
    accumulated: First, next: Second
  ) -> some Reducer<State, Action>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> {
    ReducerSequence(first: accumulated, second: next)
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
