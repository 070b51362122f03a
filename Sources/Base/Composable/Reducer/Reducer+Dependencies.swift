extension Reducer {
  /// Overrides one dependency for this reducer, its children and their effects.
  package func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> some Reducer<State, Action> {
    DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Overrides dependencies for this reducer, its children and their effects.
  package func transformDependencies(
    _ update: @escaping (inout DependencyValues) -> Void
  ) -> some Reducer<State, Action> {
    DependencyReducer(base: self, update: update)
  }
}

struct DependencyReducer<Base: Reducer>: Reducer {
  let base: Base
  let update: (inout DependencyValues) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) { base.reduce(into: &state, action: action) }
  }
}
