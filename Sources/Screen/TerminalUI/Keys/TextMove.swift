import TerminalCore

/// A scroll through a text that does not fit the screen.
package enum TextMove: Hashable, Sendable {
  /// Down by a number of rows, up if negative.
  case rows(Int)
  /// Down by a number of screens, up if negative.
  case screens(Int)
  /// To a part of the text, from 0 to 1.
  case fraction(Double)

  /// How many rows the text scrolls.
  ///
  /// - Parameters:
  ///   - row: How many are scrolled out at the top.
  ///   - lastRow: How many can be.
  ///   - height: How many are visible. Two of them stay when it scrolls by screens, for
  ///     orientation.
  package func rows(from row: Int, lastRow: Int, height: Int) -> Int {
    switch self {
    case .rows(let count): count
    case .screens(let count): count * max(height - 2, 1)
    case .fraction(let fraction): Int((Double(lastRow) * fraction).rounded()) - row
    }
  }
}

extension TextMove {
  /// The effect of a key in an overlay: common scroll keys work here, unless they are assigned to
  /// something else.
  init?(overlayKey event: KeyEvent, keyMap: KeyMap) {
    guard event.modifiers.isEmpty, keyMap.command(for: event)?.turnsPages ?? true else {
      return nil
    }
    switch event.key {
    case .pageUp: self = .screens(-1)
    case .pageDown: self = .screens(1)
    case .up: self = .rows(-1)
    case .down: self = .rows(1)
    case .home: self = .fraction(0)
    case .end: self = .fraction(1)
    default: return nil
    }
  }
}
