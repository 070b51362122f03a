extension Store {
  /// The state now.
  ///
  /// Read inside `observe`, it makes the closure run again on every change of the whole state;
  /// read the properties of the store instead (`store.title`).
  package var state: State {
    runtime.reader?.readAnything()
    return core.state
  }

  /// A property of the state. Read inside `observe`, it makes the closure run again when it
  /// changes.
  ///
  /// What is read is kept for comparison: read ids and numbers, and of a collection its `ids`
  /// with `observe(distinct:)`, rather than a large collection whole.
  package subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<State, Value>
  ) -> Value {
    let value = core.state[keyPath: keyPath]
    runtime.reader?.read(EquatableRead(core: core, keyPath: keyPath, value: value))
    return value
  }

  /// A property of the state that cannot be compared. Read inside `observe`, it makes the closure
  /// run again on every change of the whole state.
  package subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    runtime.reader?.readAnything()
    return core.state[keyPath: keyPath]
  }
}
