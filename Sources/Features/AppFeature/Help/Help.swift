import Composable

/// All keys, over whatever is on screen.
package struct Help: Reducer {
  /// How far the reader has scrolled.
  package struct State: Hashable, Sendable {
    package var scroll = Scroll()

    /// Creates a help at its beginning.
    package init() {}
  }

  /// What happened to the help.
  package enum Action: Hashable, Sendable {
    /// Down by so many rows, up if negative.
    case scrolled(by: Int)
    /// The view has laid the text out: so many rows can go out of sight at the top.
    case laidOut(lastRow: Int)
  }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .scrolled(by: let rows): state.scroll.move(by: rows)
    case .laidOut(lastRow: let row): state.scroll.lastRow = row
    }
    return .none
  }
}
