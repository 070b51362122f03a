import AppFeature
import Models
import TerminalCore

/// What a key does in the filter line: letters type there, and are not shortcuts.
package enum FilterKey: Hashable, Sendable {
  /// It edits or closes the line.
  case line(Filter.Action)
  case command(Command)

  /// Reads a key; `nil` for one that does nothing. Of the key map, only keys that type nothing
  /// count.
  package init?(_ event: KeyEvent, keyMap: KeyMap = .standard) {
    switch (event.key, event.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      guard let text = Self.typed(String(character)) else { return nil }
      self = .line(.typed(text))
    case (.backspace, []), (.character("h"), .control): self = .line(.backspaceTapped)
    case (.character("w"), .control), (.backspace, .alt), (.backspace, .control):
      self = .line(.wordBackspaceTapped)
    case (.character("u"), .control): self = .line(.clearTapped)
    case (.tab, []): self = .line(.completeTapped)
    case (.enter, _): self = .line(.returnTapped)
    case (.escape, _): self = .line(.escapeTapped)
    default:
      guard let command = keyMap.command(for: event), command.contexts.contains(.typing) else {
        return nil
      }
      self = .command(command)
    }
  }

  /// The keys with Alt that it uses.
  static let altKeys: Set<KeyEvent> = [KeyEvent(.backspace, .alt)]

  /// Reads a paste; `nil` if it contains nothing to type.
  package init?(pasted bytes: [UInt8]) {
    guard let text = Self.typed(String(decoding: bytes, as: UTF8.self)) else { return nil }
    self = .line(.typed(text))
  }

  /// The text as it can be typed: line breaks and tabs become spaces, other controls and invisible
  /// characters are removed.
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
