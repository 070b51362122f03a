/// Describes how a feature's state changes for an action, and what work follows from it.
///
/// A reducer is a plain value without isolation. It implements either `reduce(into:action:)` or,
/// to be composed of others, `body`:
///
///     struct Item: Reducer {
///       struct State: Equatable { … }
///       enum Action { … }
///       var body: some ReducerOf<Self> {
///         Reduce { state, action in … }
///       }
///     }
package protocol Reducer<State, Action> {
  /// What the feature knows: values only, never a player, a handle or a frame.
  associatedtype State: Sendable
  /// What can happen to the feature: one case for each thing that happened.
  associatedtype Action: Sendable
  /// What `body` is made of.
  associatedtype Body

  /// Changes the state for an action and returns the work that follows from it.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers this one is made of, run from the first to the last.
  @ReducerBuilder<State, Action> var body: Body { get }
}

/// A reducer of the same state and action as `R`; the type of `body` is `some ReducerOf<Self>`.
package typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// Never called: a reducer without a body implements `reduce(into:action:)`.
  package var body: Never {
    preconditionFailure("\(Self.self) has no body: it implements reduce(into:action:).")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the reducers of `body`.
  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}
