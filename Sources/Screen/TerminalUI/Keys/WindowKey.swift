import TerminalCore

/// What a key does while a window lies over the page.
package enum WindowKey: Hashable, Sendable {
  /// Which one.
  package enum Window: Hashable, Sendable {
    case details
    case help
  }

  case move(TextMove)
  case close
  /// The window closes: what is asked for takes its place.
  case closeFor(Intent)
  /// It does what it always does.
  case intent(Intent)

  /// Reads a key; `nil` for one that does nothing here.
  package init?(_ event: KeyEvent, over window: Window, keyMap: KeyMap) {
    if let move = TextMove(windowKey: event, keyMap: keyMap) {
      self = .move(move)
    } else if let intent = keyMap.intent(for: event) {
      self.init(intent, over: window)
    } else {
      return nil
    }
  }

  /// Reads what is asked for, by whatever means; `nil` for what does nothing here.
  package init?(_ intent: Intent, over window: Window) {
    if let move = TextMove(windowIntent: intent) {
      self = .move(move)
      return
    }
    switch (intent, window) {
    case (.close, _), (.toggleHelp, .help), (.toggleDetails, .details): self = .close
    case (.toggleDetails, .help), (.openFilter, .help): self = .closeFor(intent)
    case (.openFilter, .details): return nil
    default: self = .intent(intent)
    }
  }
}
