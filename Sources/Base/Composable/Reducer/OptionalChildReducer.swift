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
