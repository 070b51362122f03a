import OrderedCollections

extension Store {
  /// A store of a child that is always there.
  ///
  /// Scope along stored properties: a child store keeps no copy and projects on every read. The
  /// same arguments give the same store.
  package func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    let key = ScopeKey(state: .keyPath(state), action: action.identity)
    if let store = scopes[key] as? Store<Child, ChildAction> { return store }
    let store = Store<Child, ChildAction>(
      core: PropertyCore(parent: core, keyPath: state, embed: action.embed))
    scopes[key] = store
    return store
  }

  /// A store of an optional child; `nil` while there is none.
  ///
  /// The same store is given until the child goes or changes its identity (the `id` of an
  /// `Identifiable` state).
  package func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child?>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    optionalChild(
      ScopeKey(state: .keyPath(state), action: action.identity), action: action
    ) { $0[keyPath: state] }
  }

  /// A store of the payload of a case; `nil` while the state is of another one.
  package func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: CasePath<State, Child>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    optionalChild(
      ScopeKey(state: .casePath(state.identity), action: action.identity), action: action,
      project: state.extract)
  }

  /// A store of an element; `nil` when there is none of that id.
  ///
  /// The same store is given until the element goes.
  package func scope<Element: Identifiable & Sendable, ElementAction: Sendable>(
    _ elements: WritableKeyPath<State, IdentifiedArray<Element>>, id: Element.ID,
    action: CasePath<Action, (Element.ID, ElementAction)>
  ) -> Store<Element, ElementAction>? {
    let key = ScopeKey(state: .keyPath(elements), action: action.identity)
    let cache = cache(for: key) {
      ElementScopes<State, Action, Element, ElementAction>(core: core, elements: elements)
    }
    return cache.store(of: id, action: action)
  }

  private func optionalChild<Child: Sendable, ChildAction: Sendable>(
    _ key: ScopeKey, action: CasePath<Action, ChildAction>,
    project: @escaping (State) -> Child?
  ) -> Store<Child, ChildAction>? {
    let cache = cache(for: key) {
      OptionalScope<State, Action, Child, ChildAction>(core: core, project: project)
    }
    return cache.store(action: action)
  }

  private func cache<Cache: ScopeCache>(for key: ScopeKey, make: () -> Cache) -> Cache {
    if let cache = scopes[key] as? Cache { return cache }
    let cache = make()
    scopes[key] = cache
    runtime.insert(cache)
    return cache
  }
}

/// What a child store is cached by.
struct ScopeKey: Hashable {
  let state: ScopeID.Path
  let action: CasePathIdentity
}

/// Child stores that go with their children.
@MainActor
protocol ScopeCache: AnyObject {
  var count: Int { get }
  /// Drops the stores of children that are gone.
  func sweep()
}

struct WeakScopeCache {
  weak var cache: (any ScopeCache)?
}

/// The stores of the elements of a collection.
final class ElementScopes<
  State: Sendable, Action: Sendable, Element: Identifiable & Sendable, ElementAction: Sendable
>: ScopeCache where Element.ID: Sendable {
  private let core: StoreCore<State, Action>
  private let elements: WritableKeyPath<State, IdentifiedArray<Element>>
  private var stores: [Element.ID: Store<Element, ElementAction>] = [:]
  /// The ids when the stores were last swept: equal in constant time while none came or went.
  private var ids: OrderedSet<Element.ID> = []

  init(
    core: StoreCore<State, Action>, elements: WritableKeyPath<State, IdentifiedArray<Element>>
  ) {
    self.core = core
    self.elements = elements
  }

  var count: Int { stores.count }

  func store(
    of id: Element.ID, action: CasePath<Action, (Element.ID, ElementAction)>
  ) -> Store<Element, ElementAction>? {
    guard let element = core.currentState?[keyPath: elements][id: id] else { return nil }
    if let store = stores[id] { return store }
    let elements = elements
    let store = Store<Element, ElementAction>(
      core: ChildCore(
        parent: core, initialState: element, project: { $0[keyPath: elements][id: id] },
        embed: { action.embed((id, $0)) }))
    stores[id] = store
    return store
  }

  func sweep() {
    guard !stores.isEmpty else { return }
    guard let current = core.currentState?[keyPath: elements].ids else {
      stores.removeAll()
      return
    }
    guard current != ids else { return }
    ids = current
    stores = stores.filter { current.contains($0.key) }
  }
}

/// The store of an optional child.
final class OptionalScope<
  State: Sendable, Action: Sendable, Child: Sendable, ChildAction: Sendable
>: ScopeCache {
  private let core: StoreCore<State, Action>
  private let project: (State) -> Child?
  private var store: Store<Child, ChildAction>?
  private var id: CancelID?

  init(core: StoreCore<State, Action>, project: @escaping (State) -> Child?) {
    self.core = core
    self.project = project
  }

  var count: Int { store == nil ? 0 : 1 }

  func store(action: CasePath<Action, ChildAction>) -> Store<Child, ChildAction>? {
    guard let child = core.currentState.flatMap(project) else { return nil }
    let id = identity(of: child)
    if let store, id == self.id { return store }
    // The store of one identity shows nothing of the next one.
    let project = project
    let store = Store<Child, ChildAction>(
      core: ChildCore(
        parent: core, initialState: child,
        project: { project($0).flatMap { identity(of: $0) == id ? $0 : nil } },
        embed: action.embed))
    self.store = store
    self.id = id
    return store
  }

  func sweep() {
    guard store != nil else { return }
    let child = core.currentState.flatMap(project)
    if let child, identity(of: child) == id { return }
    store = nil
    id = nil
  }
}
