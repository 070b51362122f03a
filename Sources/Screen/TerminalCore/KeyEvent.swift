/// A key as the user meant it, whatever bytes the terminal sent for it.
package enum Key: Hashable, Sendable {
  /// A key that types something: one Unicode scalar, upper-case if Shift made it so.
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

  /// Creates modifiers from the parameter xterm sends: 1 plus a sum of 1 (Shift), 2 (Alt),
  /// 4 (Control) and others, which are left out.
  init(parameter: Int) {
    self.init(rawValue: UInt8(truncatingIfNeeded: max(parameter - 1, 0)) & 7)
  }
}

/// A key pressed, with its modifiers.
///
/// Control with a letter is the lower-case letter with `.control`. Shift with a letter is the
/// upper-case letter alone: a terminal does not tell more.
package struct KeyEvent: Hashable, Sendable {
  package var key: Key
  package var modifiers: KeyModifiers

  /// Creates an event.
  package init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}
