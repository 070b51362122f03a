import AppFeature
import Models
import TerminalCore

/// What a key does while a filter is typed: letters are letters then, and no shortcuts.
package enum FilterKey: Hashable, Sendable {
  /// It edits the line, or closes it.
  case line(Filter.Action)
  /// It does what it always does.
  case intent

  /// Reads a key; `nil` for one that does nothing. Of the key map only those count that type nothing.
  package init?(_ event: KeyEvent, keyMap: KeyMap = .standard) {
    switch (event.key, event.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      guard let text = Self.typed(String(character)) else { return nil }
      self = .line(.typed(text))
    case (.backspace, []), (.character("h"), .control): self = .line(.backspaceTapped)
    case (.character("w"), .control), (.backspace, .alt), (.backspace, .control):
      self = .line(.wordBackspaceTapped)
    case (.character("u"), .control): self = .line(.clearTapped)
    case (.enter, _): self = .line(.returnTapped)
    case (.escape, _): self = .line(.escapeTapped)
    default:
      guard let intent = keyMap.intent(for: event), Self.intents.contains(intent) else {
        return nil
      }
      self = .intent
    }
  }

  /// The keys with Alt that it knows.
  static let altKeys: Set<KeyEvent> = [KeyEvent(.backspace, .alt)]

  /// What still makes sense while a filter is typed.
  private static let intents: Set<Intent> = [.nextPage, .previousPage, .redraw, .suspend, .quit]

  /// Reads what was pasted; `nil` if there is nothing in it to type.
  package init?(pasted bytes: [UInt8]) {
    guard let text = Self.typed(String(decoding: bytes, as: UTF8.self)) else { return nil }
    self = .line(.typed(text))
  }

  /// The text as it can be typed: line breaks and tabs are spaces, other controls and what nobody
  /// sees are gone.
  private static func typed(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if ["\n", "\r", "\t"].contains(scalar) {
        scalars.append(" ")
      } else if scalar == "\u{FFFD}" || CleanText(String(scalar)).string != "\u{FFFD}" {
        scalars.append(scalar)
      }
    }
    return scalars.isEmpty ? nil : String(scalars)
  }
}
