extension Reducer {
  /// Runs another reducer after this one when it has changed a value.
  ///
  ///     Reduce { state, action in … }
  ///       .onChange(of: { $0.page }) { oldPage, page in
  ///         Reduce { state, action in … }
  ///       }
  ///
  /// The old value is kept while this reducer runs. Choose a small one, an id rather than a
  /// collection; otherwise the collection is copied when it changes.
  package func onChange<Value: Equatable, Change>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) ->
      Change
  ) -> some Reducer<State, Action> where Change: Reducer<State, Action> {
    OnChangeReducer(base: self, value: value, change: reducer)
  }
}

struct OnChangeReducer<Base: Reducer, Value: Equatable, Change: Reducer>: Reducer
where Change.State == Base.State, Change.Action == Base.Action {
  let base: Base
  let value: (Base.State) -> Value
  let change: (Value, Value) -> Change

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = value(state)
    let effects = base.reduce(into: &state, action: action)
    let newValue = value(state)
    if oldValue == newValue { return effects }
    return effects.merge(
      with: change(oldValue, newValue).reduce(into: &state, action: action))
  }
}
