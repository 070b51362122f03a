/// A key, independent of the bytes the terminal sent for it.
package enum Key: Hashable, Sendable {
  /// A key that types something: one Unicode scalar, upper-case if typed with Shift.
  case character(Character)
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  case insert
  case delete
  case enter
  case tab
  case backspace
  case escape
  /// F1 is `function(1)`.
  case function(Int)
}

/// The keys held down with another.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)

  /// Takes xterm's parameter: 1 plus a sum of 1 (Shift), 2 (Alt), 4 (Control) and others, which are
  /// ignored.
  init(parameter: Int) {
    self.init(rawValue: UInt8(truncatingIfNeeded: max(parameter - 1, 0)) & 7)
  }
}

/// A key press with its modifiers.
///
/// Control with a letter is the lower-case letter with `.control`. Shift with a letter is just the
/// upper-case letter: terminals report no more.
package struct KeyEvent: Hashable, Sendable {
  package var key: Key
  package var modifiers: KeyModifiers

  package init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

// The keys as terminals send them.
extension KeyEvent {
  /// Reads a standalone byte below 0x80; `nil` for ESC.
  init?(ascii byte: UInt8) {
    switch byte {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0A, 0x0D: self.init(.enter)
    case 0x01...0x1A: self.init(.character(Self.character(byte | 0x60)), .control)
    case 0x1C...0x1F: self.init(.character(Self.character(byte | 0x40)), .control)
    case 0x20..<0x7F: self.init(.character(Self.character(byte)))
    default: return nil
    }
  }

  /// Reads the character after SS3: cursor keys in application mode, F1 to F4, the number pad.
  init?(singleShift byte: UInt8) {
    let name = Self.character(byte)
    if let key = Key(cursorLetter: name) {
      self.init(key)
    } else if let key = Key(cursorLetter: Character(name.uppercased())), name <= "d" {
      // rxvt's cursor keys with Control.
      self.init(key, .control)
    } else if name == "M" {
      self.init(.enter)
    } else if name == "I" {
      self.init(.tab)
    } else if name == "X" {
      self.init(.character("="))
    } else if ("j"..."y").contains(name) {
      // The number pad sends the ASCII of its label plus 0x40.
      self.init(.character(Self.character(byte - 0x40)))
    } else {
      return nil
    }
  }

  /// Reads a control sequence that is a key.
  init?(_ sequence: ControlSequence, final: UInt8) {
    guard sequence.prefix == nil, sequence.intermediates.isEmpty, sequence.eventType != 3 else {
      return nil
    }
    // Super, Hyper and Meta make it a different key; lock states do not.
    guard sequence.parameters.count < 2 || max(sequence[1] - 1, 0) & 0b11_1000 == 0 else {
      return nil
    }
    let modifiers = KeyModifiers(parameter: sequence[1])
    switch Self.character(final) {
    case "~" where sequence[0] == 27 && sequence.parameters.count == 3:
      // xterm's modifyOtherKeys: CSI 27;modifiers;code ~.
      self.init(code: sequence[2], modifiers)
    case "~": self.init(number: sequence[0], modifiers)
    case "$": self.init(number: sequence[0], .shift)
    case "^": self.init(number: sequence[0], .control)
    case "@": self.init(number: sequence[0], [.control, .shift])
    case "u": self.init(code: sequence[0], modifiers)
    case "Z": self.init(.tab, sequence.modifiers.union(.shift))
    case let letter where ("a"..."d").contains(letter) && sequence.parameters.isEmpty:
      // rxvt's cursor keys with Shift.
      guard let key = Key(cursorLetter: Character(letter.uppercased())) else { return nil }
      self.init(key, .shift)
    case "R" where sequence.parameters.count == 2:
      // F3 with modifiers, unless it can only be a reply: rows after the first, or more columns
      // than there are combinations of modifiers.
      guard sequence[0] == 1, (2...16).contains(sequence[1]) else { return nil }
      self.init(.function(3), modifiers)
    case let letter:
      guard let key = Key(cursorLetter: letter) else { return nil }
      self.init(key, sequence.modifiers)
    }
  }

  /// Reads the number of `CSI number ~` (VT220, xterm, rxvt).
  private init?(number: Int, _ modifiers: KeyModifiers) {
    let key: Key? =
      switch number {
      case 1, 7: .home
      case 2: .insert
      case 3: .delete
      case 4, 8: .end
      case 5: .pageUp
      case 6: .pageDown
      // The gaps come from the VT220's keyboard.
      case 11...15: .function(number - 10)
      case 17...21: .function(number - 11)
      case 23...26: .function(number - 12)
      case 28, 29: .function(number - 13)
      case 31...34: .function(number - 14)
      default: nil
      }
    guard let key else { return nil }
    self.init(key, modifiers)
  }

  /// Reads a key given as the scalar it types without modifiers (kitty keyboard protocol and
  /// xterm's modifyOtherKeys).
  private init?(code: Int, _ modifiers: KeyModifiers) {
    switch code {
    case 8, 127: self.init(.backspace, modifiers)
    case 9: self.init(.tab, modifiers)
    case 13: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    // Private use: keys that type nothing.
    case 0..<32, 0x80..<0xA0, 0xE000...0xF8FF: return nil
    default:
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      let character = Character(scalar)
      let cased = modifiers.contains(.control) ? character.lowercased() : character.uppercased()
      guard !modifiers.isDisjoint(with: [.shift, .control]), cased.count == 1 else {
        self.init(.character(character), modifiers.subtracting(.shift))
        return
      }
      self.init(.character(Character(cased)), modifiers.subtracting(.shift))
    }
  }

  private static func character(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }
}

extension Key {
  /// The key for a final character that CSI and SS3 share.
  init?(cursorLetter letter: Character) {
    switch letter {
    case "A": self = .up
    case "B": self = .down
    case "C": self = .right
    case "D": self = .left
    case "F": self = .end
    case "H": self = .home
    case "P": self = .function(1)
    case "Q": self = .function(2)
    case "R": self = .function(3)
    case "S": self = .function(4)
    default: return nil
    }
  }
}
