import TerminalCore

extension KeyEvent {
  /// The key as a table or a help line names it, such as `Shift-Left`.
  package var name: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "Ctrl-" }
    if modifiers.contains(.alt) { prefix += "Alt-" }
    if modifiers.contains(.shift) { prefix += "Shift-" }
    return prefix + key.name(afterPrefix: !prefix.isEmpty)
  }

  /// The key as a help line shows it where arrows can be drawn.
  package var sign: String {
    guard modifiers.isEmpty else { return name }
    return switch key {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    default: name
    }
  }
}

extension Key {
  fileprivate func name(afterPrefix: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): afterPrefix ? character.uppercased() : String(character)
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Insert"
    case .delete: "Delete"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .escape: "Esc"
    case .function(let number): "F\(number)"
    }
  }
}
