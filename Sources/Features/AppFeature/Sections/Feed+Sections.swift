import Composable
import Models

extension Feed.State {
  mutating func reduce(_ action: Sections.Action) -> Effect<Feed.Action> {
    switch action {
    case .tapped(by: let steps):
      if let moved = moveCursor(.sections(steps)) { return moved }
      return adoptSections { [id = window.lastItem, filter] in $0.go(by: steps, from: id, filter) }
    case .counted(let count):
      return .merge(
        adoptOverview(.counted(count)),
        adoptSections { [filter] in $0.read(count, filter) })
    case .found(let sections):
      // With sections, the overview has more keys.
      return .merge(
        adoptOverview(.sectionsFound(sections)), overview == nil ? .none : tellMode())
    case .delegate(.open(let number)):
      return change { $0.open(Opening(cursor: .index(number), filter: $0.nextFilter)) }
    }
  }

  private mutating func adoptSections(
    _ change: (inout Sections.State) -> Effect<Sections.Action>
  ) -> Effect<Feed.Action> {
    .adopt(&self, \.sections, action: Feed.Action.sectionsCase, change)
  }

  /// Whether sections were read for another number of items.
  package func isUncounted(_ count: Int) -> Bool {
    sections.count != count || sections.filter != filter
  }
}

extension Feed.Action {
  static let sectionsCase = CasePath<Feed.Action, Sections.Action>(
    embed: Feed.Action.sections,
    extract: { if case .sections(let action) = $0 { action } else { nil } })
}
