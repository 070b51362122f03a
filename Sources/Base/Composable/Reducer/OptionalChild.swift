/// The way to a child that may be missing: an optional property, or the payload of a case.
enum OptionalChild<Parent, Child: Sendable>: Sendable {
  case property(any WritableKeyPath<Parent, Child?> & Sendable)
  case payload(CasePath<Parent, Child>)

  /// Changes the child in place; `nil` if there is none.
  func modify<Result>(
    in parent: inout Parent, _ change: (inout Child) -> Result
  ) -> Result? {
    switch self {
    case .property(let path):
      func modify(_ child: inout Child?) -> Result? {
        guard var taken = child.take() else { return nil }
        defer { child = taken }
        return change(&taken)
      }
      return modify(&parent[keyPath: path])
    case .payload(let path):
      guard var child = path.extract(parent) else { return nil }
      defer { parent = path.embed(child) }
      return change(&child)
    }
  }

  /// What the child's effects run under; `nil` if there is none.
  func scope(in parent: Parent) -> ScopeID? {
    switch self {
    case .property(let path):
      parent[keyPath: path].map { ScopeID(path: .keyPath(path), id: identity(of: $0)) }
    case .payload(let path):
      path.extract(parent).map {
        ScopeID(path: .casePath(path.identity), id: identity(of: $0))
      }
    }
  }
}

/// Runs a child's reducer before its parent's, while there is a child.
struct OptionalChildReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let state: OptionalChild<Parent.State, Child.State>
  let action: CasePath<Parent.Action, Child.Action>
  let child: Child
  /// What is reported of an action for a child that is not there.
  let missing: (name: String, state: String)
  let site: SourceSite

  func reduce(
    into parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    let childEffects = reduceChild(of: &parentState, action: parentAction)
    let before = state.scope(in: parentState)
    let effects = childEffects.merge(with: parent.reduce(into: &parentState, action: parentAction))
    guard let before, before != state.scope(in: parentState) else { return effects }
    return effects.merge(with: Effect(operation: .leave(before)))
  }

  private func reduceChild(
    of parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = action.extract(parentAction) else { return .none }
    let before = state.scope(in: parentState)
    let effect = state.modify(in: &parentState) { child.reduce(into: &$0, action: childAction) }
    guard let effect, let before else {
      site.report(missingChild(missing.name, of: missing.state, action: parentAction))
      return .none
    }
    return effect.scoped(to: before, embed: action.embed)
  }
}
