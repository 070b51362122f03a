extension Store {
  /// A store for a child that always exists.
  ///
  /// Scope along stored properties: a child store keeps no copy and projects on every read. The
  /// same arguments return the same store.
  package func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    child(
      core.state[keyPath: state], at: ScopeID(path: state, id: nil),
      action: action.identity, embed: action.embed
    ) { $0[keyPath: state] }
  }

  /// A store for an optional child; `nil` if there is none.
  ///
  /// Returns the same store until the child is removed or changes its identity (the `id` of an
  /// `Identifiable` state).
  package func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child?>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    guard let child = core.currentState?[keyPath: state] else { return nil }
    let id = identity(of: child)
    return self.child(
      child, at: ScopeID(path: state, id: id), action: action.identity,
      embed: action.embed
    ) {
      // A store for one identity must not show the next one.
      $0[keyPath: state].flatMap { identity(of: $0) == id ? $0 : nil }
    }
  }

  /// A store for an element; `nil` if there is none with that id.
  ///
  /// Returns the same store until the element is removed.
  package func scope<Element: Identifiable & Sendable, ElementAction: Sendable>(
    _ elements: WritableKeyPath<State, IdentifiedArray<Element>>, id: Element.ID,
    action: CasePath<Action, (Element.ID, ElementAction)>
  ) -> Store<Element, ElementAction>? {
    guard let element = core.currentState?[keyPath: elements][id: id] else { return nil }
    return child(
      element, at: ScopeID(path: elements, id: CancelID(id)), action: action.identity,
      embed: { action.embed((id, $0)) }
    ) { $0[keyPath: elements][id: id] }
  }

  private func child<Child: Sendable, ChildAction: Sendable>(
    _ state: Child, at scope: ScopeID, action: CasePathIdentity,
    embed: @escaping (ChildAction) -> Action, project: @escaping (State) -> Child?
  ) -> Store<Child, ChildAction> {
    let key = ScopeKey(scope: scope, action: action)
    if let store = children[key] as? Store<Child, ChildAction> { return store }
    if children.isEmpty { runtime.insert(self) }
    let store = Store<Child, ChildAction>(
      core: ChildCore(parent: core, initialState: state, project: project, embed: embed))
    children[key] = store
    return store
  }
}

/// The cache key of a child store.
struct ScopeKey: Hashable {
  let scope: ScopeID
  let action: CasePathIdentity
}

/// A store as seen by its parent and the runtime.
@MainActor
protocol AnyStore: AnyObject {
  /// Whether its state still exists.
  var isAlive: Bool { get }
  var childCount: Int { get }
  /// Drops the stores of removed children.
  func sweep()
}

extension Store: AnyStore {
  var isAlive: Bool { core.currentState != nil }

  var childCount: Int { children.count }

  func sweep() {
    for (key, child) in children where !child.isAlive { children[key] = nil }
  }
}
