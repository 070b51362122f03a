/// Holds the state of a feature, and is the only place where it changes.
///
///     let store = Store(initialState: App.State()) {
///       App()
///     } withDependencies: {
///       $0.playerClient = .live(engine)
///     }
///     store.send(.next)
///
/// A store lives on the main actor. Views read the state through it, and re-run on change
/// (`observe`).
@MainActor
@dynamicMemberLookup
package final class Store<State: Sendable, Action: Sendable> {
  let core: StoreCore<State, Action>

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state; created with the dependencies of the store.
  ///   - reducer: The reducer; created with the dependencies of the store.
  ///   - prepareDependencies: Overrides the current dependencies.
  package init(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    var dependencies = DependencyValues.current
    dependencies.effect = nil
    prepareDependencies?(&dependencies)
    let (state, reducer) = DependencyValues.$current.withValue(dependencies) {
      (initialState(), reducer())
    }
    core = StoreCore(state: state, dependencies: dependencies) {
      reducer.reduce(into: &$0, action: $1)
    }
    if let clock = dependencies.clock as? any EffectClock { clock.attach(core.runtime) }
  }

  package var state: State { core.state }

  package subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Sends an action.
  ///
  /// The reducer runs at once, then the observers of what changed, then the effects start.
  ///
  /// - Returns: A task that ends when everything that followed from the action has ended;
  ///   cancelling it cancels all of that.
  @discardableResult
  package func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    core.send(
      action, origin: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Calls `body` with each action, the state after it, and the site of the `send` that caused it.
  /// For tests.
  package func onReduce(
    _ body: @escaping (_ action: Action, _ state: State, _ origin: SourceSite) -> Void
  ) {
    core.didReduce = body
  }

  package var runtime: StoreRuntime { core.runtime }

  /// The number of effects, cancellation tokens and observers.
  package var counts: StoreCounts { core.runtime.counts }
}

/// A store with the state and action of a reducer.
package typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// A clock controlled by a test, which needs to know the effects in flight.
package protocol EffectClock: Sendable {
  /// Attaches a store that sleeps on the clock.
  @MainActor func attach(_ runtime: StoreRuntime)
}
