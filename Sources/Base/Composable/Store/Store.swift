/// Holds the state of a feature, and is the one place where it changes.
///
///     let store = Store(initialState: App.State()) {
///       App()
///     } withDependencies: {
///       $0.playerClient = .live(engine)
///     }
///     store.send(.next)
///
/// A store lives on the main actor. Views get stores scoped to their part (`scope`), read the
/// state through them and re-run on change (`observe`). All stores scoped from one root share its
/// state; none keeps a copy.
@MainActor
@dynamicMemberLookup
package final class Store<State: Sendable, Action: Sendable> {
  let core: StoreCore<State, Action>
  /// The stores of children that were asked for.
  var children: [ScopeKey: any AnyStore] = [:]

  init(core: StoreCore<State, Action>) {
    self.core = core
  }

  /// Creates the root store.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from; made with the dependencies of the store.
  ///   - reducer: The reducer, made with the dependencies of the store.
  ///   - prepareDependencies: Sets dependencies on top of those in force.
  package convenience init(
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
    let core = RootCore(state: state, dependencies: dependencies) {
      reducer.reduce(into: &$0, action: $1)
    }
    if let clock = dependencies.clock as? any EffectClock { clock.attach(core.runtime) }
    self.init(core: core)
  }

  /// The state now.
  package var state: State { core.state }

  /// A property of the state.
  package subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Sends an action.
  ///
  /// The reducer runs at once, and so do the observers of what changed; then the effects start.
  ///
  /// - Returns: A task that ends when everything that followed from the action has ended, and
  ///   that cancels it.
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

  /// Calls `body` with each action, the state after it, and where the `send` was that led to it.
  /// Works on a root store; for tests.
  package func onReduce(
    _ body: @escaping (_ action: Action, _ state: State, _ origin: SourceSite) -> Void
  ) {
    (core as? RootCore<State, Action>)?.didReduce = body
  }

  /// What all stores scoped from the same root share.
  package var runtime: StoreRuntime { core.runtime }

  /// How many effects, cancellation tokens, observers and child stores the whole store holds.
  package var counts: StoreCounts { core.runtime.counts }
}

/// A store of the state and action of a reducer.
package typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// A clock that a test controls: it wants to know the effects in flight.
package protocol EffectClock: Sendable {
  /// Tells the clock of a store that sleeps on it.
  @MainActor func attach(_ runtime: StoreRuntime)
}
