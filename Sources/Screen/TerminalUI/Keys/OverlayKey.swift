import AppFeature
import TerminalCore

/// What a key does while a text is over the page.
package enum OverlayKey: Hashable, Sendable {
  case move(TextMove)
  case close
  /// Does what is listed.
  case confirm
  /// It keeps its usual meaning.
  case intent(Intent)

  /// Reads a key; `nil` for one that does nothing here.
  ///
  /// - Parameters:
  ///   - event: The key.
  ///   - overlay: What is over the page.
  ///   - keyMap: The keys.
  ///   - isTriaging: Whether triage is on.
  package init?(
    _ event: KeyEvent, over overlay: Overlay.Kind, keyMap: KeyMap, isTriaging: Bool = false
  ) {
    let intent = keyMap.intent(for: event, isTriaging: isTriaging)
    if let move = TextMove(overlayKey: event, keyMap: keyMap)
      ?? intent.flatMap(TextMove.init(overlayIntent:))
    {
      self = .move(move)
      return
    }
    if overlay == .apply || overlay == .chapters {
      let own: Intent = overlay == .apply ? .toggleApply : .toggleChapters
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
    switch (intent, overlay) {
    case (.close, _), (.toggleHelp, .help), (.toggleDetails, .details): self = .close
    default: self = .intent(intent)
    }
  }
}
