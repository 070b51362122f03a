/// Stops an observation when it is cancelled or released.
@MainActor
package final class ObserveToken {
  private var update: (() -> Void)?
  private weak let runtime: StoreRuntime?

  init(runtime: StoreRuntime, update: @escaping () -> Void) {
    self.update = update
    self.runtime = runtime
    runtime.insert(self)
  }

  /// Checks the state after it was published.
  func look() { update?() }

  package func cancel() {
    update = nil
    runtime?.remove(self)
  }

  isolated deinit {
    cancel()
  }
}

extension Store {
  /// Calls `body` with a value derived from the current state, and again whenever that value has
  /// changed: once per action with everything that follows from it
  /// (docs/decisions/core-composable.md).
  ///
  ///     token = store.observe(distinct: \.items.ids) { ids in … }
  ///
  /// - Parameters:
  ///   - value: Derives the value; called once for every change of the state, so keep it cheap.
  ///   - body: Receives the value when it differs from the previous one.
  /// - Returns: A token that ends the observation when it is released.
  package func observe<Value: Equatable>(
    distinct value: @escaping (State) -> Value, onChange body: @escaping (Value) -> Void
  ) -> ObserveToken {
    var last = value(core.state)
    body(last)
    return ObserveToken(runtime: runtime) { [core] in
      let now = value(core.state)
      guard now != last else { return }
      last = now
      body(now)
    }
  }
}
