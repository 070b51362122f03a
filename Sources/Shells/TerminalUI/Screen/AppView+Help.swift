import AppFeature
import Composable

extension AppView {
  /// Does what a key means while the help lies over the page.
  func perform(_ key: HelpKey) {
    guard let help = store.state.help else { return }
    switch key {
    case .move(let move):
      let rows = move.rows(
        from: help.scroll.row, lastRow: help.scroll.lastRow, height: texts.help?.height ?? 0)
      store.send(.help(.scrolled(by: rows)))
      drawIfNeeded()
    case .close:
      store.send(.helpTapped)
      drawIfNeeded()
    case .closeFor(let intent):
      store.send(.helpTapped)
      perform(intent)
    case .intent(let intent):
      perform(intent)
    }
  }
}
