import TerminalCore

extension KeyEvent {
  /// The key's name in tables and the help, such as `Shift-Left`.
  package var name: String { prefix + key.name(afterPrefix: isCaseLost) }

  /// The key's name in the help with arrow symbols.
  package var symbol: String {
    switch key {
    case .up: "\(prefix)↑"
    case .down: "\(prefix)↓"
    case .left: "\(prefix)←"
    case .right: "\(prefix)→"
    default: name
    }
  }

  /// Reads the name of a key, case-insensitively: `shift-left`, `Ctrl+L`, `PgDn`, `esc`. A single
  /// letter is the key that types it: `g` and `G` are different.
  ///
  /// - Returns: `nil` if there is no key of that name.
  package init?(name: String) {
    var rest = name[...]
    var modifiers: KeyModifiers = []
    while let (modifier, length) = Self.modifier(rest) {
      modifiers.formUnion(modifier)
      rest = rest.dropFirst(length)
    }
    guard let key = Key(name: rest) else { return nil }
    guard case .character(let character) = key else {
      self.init(key, modifiers)
      return
    }
    if modifiers.contains(.shift) {
      // Shift is part of the typed letter; its effect on other characters depends on the keyboard.
      guard !modifiers.contains(.control), character.lower != nil || character.upper != nil else {
        return nil
      }
      self.init(.character(character.upper ?? character), modifiers.subtracting(.shift))
    } else {
      self.init(modifiers.isEmpty ? key : .character(character.lower ?? character), modifiers)
    }
  }

  /// The key as terminals send it: some letters with Control are separate keys (ECMA-48).
  package var asSent: KeyEvent {
    guard modifiers == .control, case .character(let character) = key else { return self }
    return switch character {
    case "h": KeyEvent(.backspace)
    case "i": KeyEvent(.tab)
    case "j", "m": KeyEvent(.enter)
    case "[": KeyEvent(.escape)
    default: self
    }
  }

  /// Named keys without modifiers, for suggestions.
  static let names: [String] =
    ["Space"] + Key.named.map(\.name) + (1...20).map { "F\($0)" }

  private var prefix: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "Ctrl-" }
    if modifiers.contains(.alt) { prefix += "Alt-" }
    if modifiers.contains(.shift) || isCaseLost && isUpper { prefix += "Shift-" }
    return prefix
  }

  /// Whether a letter follows modifiers, where it is written in upper case.
  private var isCaseLost: Bool { !modifiers.isEmpty }

  private var isUpper: Bool {
    guard case .character(let character) = key else { return false }
    return character.isUppercase && character.lower != nil
  }

  private static func modifier(_ text: Substring) -> (KeyModifiers, length: Int)? {
    let names: [(String, KeyModifiers)] = [
      ("ctrl", .control), ("control", .control), ("alt", .alt), ("meta", .alt), ("shift", .shift),
    ]
    for (name, modifier) in names where text.count > name.count + 1 {
      let head = text.prefix(name.count + 1)
      guard head.dropLast().lowercased() == name, head.last == "-" || head.last == "+" else {
        continue
      }
      return (modifier, name.count + 1)
    }
    return nil
  }
}

extension Key {
  /// Keys that type nothing, except the function keys: their names and aliases.
  fileprivate static let named: [(key: Key, name: String, aliases: [String])] = [
    (.up, "Up", []), (.down, "Down", []), (.left, "Left", []), (.right, "Right", []),
    (.home, "Home", []), (.end, "End", []), (.pageUp, "PgUp", ["pageup", "page-up"]),
    (.pageDown, "PgDn", ["pagedown", "page-down"]), (.insert, "Insert", ["ins"]),
    (.delete, "Delete", ["del"]), (.enter, "Enter", ["return"]), (.tab, "Tab", []),
    (.backspace, "Backspace", []), (.escape, "Esc", ["escape"]),
  ]

  /// Reads a name without modifiers.
  fileprivate init?(name: Substring) {
    if let character = name.first, name.count == 1, name.unicodeScalars.allSatisfy(\.isTyped) {
      self = .character(character)
      return
    }
    let lower = name.lowercased()
    if lower == "space" {
      self = .character(" ")
    } else if let named = Self.named.first(where: {
      $0.name.lowercased() == lower || $0.aliases.contains(lower)
    }) {
      self = named.key
    } else if lower.first == "f", let number = Int(lower.dropFirst()), (1...20).contains(number),
      lower == "f\(number)"
    {
      self = .function(number)
    } else {
      return nil
    }
  }

  fileprivate func name(afterPrefix: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(afterPrefix ? character.upper ?? character : character)
    case .function(let number): "F\(number)"
    default: Self.named.first { $0.key == self }?.name ?? ""
    }
  }
}

extension Character {
  fileprivate var lower: Character? { Self.single(lowercased(), other: self) }
  fileprivate var upper: Character? { Self.single(uppercased(), other: self) }

  /// The letter in the other case, if it is one letter and converts back.
  private static func single(_ text: String, other: Character) -> Character? {
    guard text.count == 1, let letter = text.first, letter != other,
      letter.lowercased() == String(other) || letter.uppercased() == String(other)
    else { return nil }
    return letter
  }
}

extension Unicode.Scalar {
  /// Whether a key can type it.
  fileprivate var isTyped: Bool { value > 0x20 && !(0x7F..<0xA0).contains(value) }
}
