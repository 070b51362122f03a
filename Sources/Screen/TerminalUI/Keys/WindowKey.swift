import TerminalCore

/// What a key does while a window is over the page.
package enum WindowKey: Hashable, Sendable {
  /// Which window.
  package enum Window: Hashable, Sendable {
    case details
    case help
    case apply
    case chapters
  }

  case move(TextMove)
  case close
  /// Does what the window lists.
  case confirm
  /// Closes the window and performs the intent.
  case closeFor(Intent)
  /// It keeps its usual meaning.
  case intent(Intent)

  /// Reads a key; `nil` for one that does nothing here.
  ///
  /// - Parameters:
  ///   - event: The key.
  ///   - window: The window.
  ///   - keyMap: The keys.
  ///   - isTriaging: Whether triage is on.
  package init?(
    _ event: KeyEvent, over window: Window, keyMap: KeyMap, isTriaging: Bool = false
  ) {
    let intent = keyMap.intent(for: event, isTriaging: isTriaging)
    if let move = TextMove(windowKey: event, keyMap: keyMap)
      ?? intent.flatMap(TextMove.init(windowIntent:))
    {
      self = .move(move)
      return
    }
    if window == .apply || window == .chapters {
      let own: Intent = window == .apply ? .toggleApply : .toggleChapters
      if event.key == .enter {
        self = .confirm
      } else if intent == .close || intent == own {
        self = .close
      } else if let intent, [.quit, .suspend, .redraw].contains(intent) {
        self = .intent(intent)
      } else {
        return nil
      }
      return
    }
    guard let intent else { return nil }
    switch (intent, window) {
    case (.close, _), (.toggleHelp, .help), (.toggleDetails, .details): self = .close
    case (.toggleDetails, .help), (.openFilter, .help): self = .closeFor(intent)
    case (.openFilter, .details): return nil
    default: self = .intent(intent)
    }
  }
}
