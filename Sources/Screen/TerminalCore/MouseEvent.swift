/// A mouse event over a cell.
package struct MouseEvent: Hashable, Sendable {
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
  }

  package enum WheelDirection: Hashable, Sendable {
    case up
    case down
    case left
    case right
  }

  package enum Kind: Hashable, Sendable {
    case press(Button)
    /// A button was released; `nil` if the terminal does not report which.
    case release(Button?)
    /// The mouse moved, with or without a button held.
    case move(Button?)
    /// The wheel turned, with this many reports.
    case wheel(WheelDirection, count: Int = 1)
  }

  package var kind: Kind
  /// Counted from 0.
  package var column: Int
  /// Counted from 0.
  package var row: Int
  package var modifiers: KeyModifiers

  package init(_ kind: Kind, column: Int, row: Int, modifiers: KeyModifiers = []) {
    self.kind = kind
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}

extension MouseEvent {
  /// Reads a report of xterm's mouse protocols ("XTerm Control Sequences", Mouse Tracking); `nil`
  /// for unused buttons.
  ///
  /// - Parameters:
  ///   - code: Button, modifiers (4 Shift, 8 Meta, 16 Control), 32 for motion, 64 for the wheel.
  ///   - column: Counted from 1.
  ///   - row: Counted from 1.
  ///   - isRelease: Whether the final character says so (SGR only; older reports use button 3).
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard code >= 0, column >= 1, row >= 1 else { return nil }
    var modifiers: KeyModifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    guard let kind = Self.kind(code: code, isRelease: isRelease) else { return nil }
    self.init(kind, column: column - 1, row: row - 1, modifiers: modifiers)
  }

  private static let buttons: [Button?] = [.left, .middle, .right, nil]
  private static let directions: [WheelDirection] = [.up, .down, .left, .right]

  private static func kind(code: Int, isRelease: Bool) -> Kind? {
    let isMotion = code & 32 != 0
    switch code & ~0b11_1111 {
    case 0:
      let button = buttons[code & 3]
      if isMotion { return .move(button) }
      guard !isRelease, let button else { return .release(button) }
      return .press(button)
    case 64 where !isRelease && !isMotion: return .wheel(directions[code & 3])
    default: return nil
    }
  }
}
