import AppFeature
import TerminalCore

/// What a key does while a text is over the page.
package enum OverlayKey: Hashable, Sendable {
  case move(TextMove)
  /// Does what is listed.
  case confirm
  case command(Command)

  /// Reads a key; `nil` for one that does nothing here.
  package init?(
    _ event: KeyEvent, over overlay: Overlay.Kind, keyMap: KeyMap, isTriaging: Bool = false
  ) {
    let command = keyMap.command(for: event, isTriaging: isTriaging)
    let isList = overlay == .apply || overlay == .chapters
    if event == Self.confirming(overlay) {
      self = .confirm
    } else if let move = TextMove(overlayKey: event, keyMap: keyMap) ?? command?.inText {
      self = .move(move)
    } else if let command, !isList || command.contexts.contains(.list) || command.toggles(overlay) {
      self = .command(command)
    } else {
      return nil
    }
  }

  /// Enter only ever looks: files are moved by a key that opens nothing.
  private static func confirming(_ overlay: Overlay.Kind) -> KeyEvent? {
    switch overlay {
    case .apply: "y"
    case .chapters: KeyEvent(.enter)
    default: nil
    }
  }
}

extension Command {
  fileprivate func toggles(_ overlay: Overlay.Kind) -> Bool {
    if case .send(.feed(.overlayTapped(overlay))) = effect { true } else { false }
  }
}
