extension Store {
  /// A store of a child that is always there.
  ///
  /// Scope along stored properties: a child store keeps no copy and projects on every read. The
  /// same arguments give the same store.
  package func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    child(
      core.state[keyPath: state], at: ScopeID(path: state, id: nil),
      action: action.identity, embed: action.embed
    ) { $0[keyPath: state] }
  }

  /// A store of an optional child; `nil` while there is none.
  ///
  /// The same store is given until the child goes or changes its identity (the `id` of an
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
      // The store of one identity shows nothing of the next one.
      $0[keyPath: state].flatMap { identity(of: $0) == id ? $0 : nil }
    }
  }

  /// A store of an element; `nil` when there is none of that id.
  ///
  /// The same store is given until the element goes.
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

/// What a child store is kept by.
struct ScopeKey: Hashable {
  let scope: ScopeID
  let action: CasePathIdentity
}

/// A store as its parent and the runtime know it.
@MainActor
protocol AnyStore: AnyObject {
  /// Whether what it shows is still there.
  var isThere: Bool { get }
  var childCount: Int { get }
  /// Drops the stores of children that are gone.
  func sweep()
}

extension Store: AnyStore {
  var isThere: Bool { core.currentState != nil }

  var childCount: Int { children.count }

  func sweep() {
    for (key, child) in children where !child.isThere { children[key] = nil }
  }
}
