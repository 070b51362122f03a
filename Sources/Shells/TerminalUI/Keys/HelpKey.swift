import TerminalCore

/// What a key does while the help lies over the page.
package enum HelpKey: Hashable, Sendable {
  case move(TextMove)
  case close
  /// The help closes: what is asked for takes its place.
  case closeFor(Intent)
  /// It does what it always does.
  case intent(Intent)

  /// Reads a key; `nil` for one that does nothing.
  package init?(_ event: KeyEvent, keyMap: KeyMap) {
    if let move = TextMove(windowKey: event, keyMap: keyMap) {
      self = .move(move)
    } else if let intent = keyMap.intent(for: event) {
      self.init(intent)
    } else {
      return nil
    }
  }

  /// Reads what is asked for, by whatever means.
  package init(_ intent: Intent) {
    if let move = TextMove(windowIntent: intent) {
      self = .move(move)
      return
    }
    switch intent {
    case .toggleHelp, .close: self = .close
    case .toggleDetails, .openFilter: self = .closeFor(intent)
    default: self = .intent(intent)
    }
  }
}
