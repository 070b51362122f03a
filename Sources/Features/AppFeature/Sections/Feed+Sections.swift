import Composable
import Models

extension Feed.State {
  mutating func reduce(_ action: Sections.Action) -> Effect<Feed.Action> {
    switch action {
    case .tapped(by: let steps):
      if overview != nil { return reduce(.moved(.sections(steps))) }
      return adoptSections { [id = window.lastItem, filter] in $0.go(by: steps, from: id, filter) }
    case .counted(let count):
      let read = adoptSections { [filter] in $0.read(count, filter) }
      guard overview != nil else { return read }
      overview?.setCount(count)
      return .merge(readOverview(), read)
    case .found(let sections):
      guard overview != nil else { return .none }
      overview?.setSections(sections)
      return readOverview()
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
