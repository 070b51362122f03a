import AppFeature
import Composable
import TerminalCore

// The windows over the page.
extension AppView {
  /// The window that keys are meant for.
  var window: WindowKey.Window? {
    if store.state.help != nil { return .help }
    return store.state.feed.details == nil ? nil : .details
  }

  /// Does what a key means while a window lies over the page.
  func perform(_ key: WindowKey, over window: WindowKey.Window) {
    switch key {
    case .move(let move):
      let isHelp = window == .help
      let scroll = isHelp ? store.state.help : store.state.feed.details?.scroll
      let height = isHelp ? texts.help?.height : texts.details?.height
      guard let scroll else { return }
      self.scroll(
        window, by: move.rows(from: scroll.row, lastRow: scroll.lastRow, height: height ?? 0))
    case .close: perform(window == .help ? .toggleHelp : .toggleDetails)
    case .closeFor(let intent):
      store.send(.helpTapped)
      perform(intent)
    case .intent(let intent): perform(intent)
    }
  }

  /// Scrolls a window down by so many rows, up if negative.
  func scroll(_ window: WindowKey.Window, by rows: Int) {
    switch window {
    case .help: store.send(.help(.scrolled(by: rows)))
    case .details: store.send(.feed(.details(.scroll(.scrolled(by: rows)))))
    }
  }
}
