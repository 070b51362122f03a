/// Describes how an action changes a feature's state, and what work follows.
///
/// A reducer is a plain value without isolation. It implements either `reduce(into:action:)` or, to
/// compose others, `body`:
///
///     struct Item: Reducer {
///       struct State: Equatable { … }
///       enum Action { … }
///       var body: some ReducerOf<Self> {
///         Reduce { state, action in … }
///       }
///     }
package protocol Reducer<State, Action> {
  /// The feature's state: values only, never a player, a handle or a frame.
  associatedtype State: Sendable
  /// The events of the feature: one case per event.
  associatedtype Action: Sendable
  associatedtype Body

  /// Applies an action to the state and returns the work that follows.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one, run from first to last.
  @ReducerBuilder<State, Action> var body: Body { get }
}

/// A reducer with the same state and action as `R`; the type of `body` is `some ReducerOf<Self>`.
package typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// Never called: a reducer without a body implements `reduce(into:action:)`.
  package var body: Never {
    preconditionFailure("\(Self.self) has no body: it implements reduce(into:action:).")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}
