/// A reducer defined by a closure.
package struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  private let change: (inout State, Action) -> Effect<Action>

  package init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    change = reduce
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    change(&state, action)
  }
}
