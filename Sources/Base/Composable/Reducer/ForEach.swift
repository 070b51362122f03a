extension Reducer {
  /// Runs a child reducer for the element that an action targets.
  ///
  ///     Reduce { state, action in … }
  ///       .forEach(\.items, action: Action.itemCase) { Item() }
  ///
  /// The element's reducer runs before this one. When this one removes an element, the element's
  /// effects are cancelled. An action for a missing element is reported and ignored.
  package func forEach<Element: Identifiable & Sendable, ElementAction: Sendable, Child>(
    _ elements: any WritableKeyPath<State, IdentifiedArray<Element>> & Sendable,
    action: CasePath<Action, (Element.ID, ElementAction)>,
    @ReducerBuilder<Element, ElementAction> element: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<Element, ElementAction> {
    ForEachReducer(
      parent: self, elements: elements, action: action, child: element(),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct ForEachReducer<Parent: Reducer, Child: Reducer>: Reducer
where Child.State: Identifiable, Child.State.ID: Sendable {
  let parent: Parent
  let elements: any WritableKeyPath<Parent.State, IdentifiedArray<Child.State>> & Sendable
  let action: CasePath<Parent.Action, (Child.State.ID, Child.Action)>
  let child: Child
  let site: SourceSite

  func reduce(
    into state: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    let childEffects = reduceElement(of: &state, action: parentAction)
    let idsBefore = state[keyPath: elements].ids
    let effects = childEffects.merge(with: parent.reduce(into: &state, action: parentAction))
    // Compares in constant time unless elements were added, removed or moved.
    let idsAfter = state[keyPath: elements].ids
    if idsBefore == idsAfter { return effects }
    var parts = [effects]
    for id in idsBefore where !idsAfter.contains(id) {
      parts.append(Effect(operation: .leave(scope(of: id))))
    }
    return .merge(parts)
  }

  private func reduceElement(
    of state: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let (id, childAction) = action.extract(parentAction) else { return .none }
    let effect = state[keyPath: elements].update(id: id) {
      child.reduce(into: &$0, action: childAction)
    }
    guard let effect else {
      site.report(
        missingChild("forEach", of: "missing (no element has id \(id))", action: parentAction))
      return .none
    }
    if effect.isNone { return .none }
    let embed = action.embed
    return effect.scoped(to: scope(of: id)) { embed((id, $0)) }
  }

  private func scope(of id: Child.State.ID) -> ScopeID {
    ScopeID(path: elements, id: CancelID(id))
  }
}
