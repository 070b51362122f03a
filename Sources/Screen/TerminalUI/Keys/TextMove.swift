import TerminalCore

/// A move through a text that does not fit the screen.
package enum TextMove: Hashable, Sendable {
  /// Down by so many rows, up if negative.
  case rows(Int)
  /// Down by so many screens, up if negative.
  case screens(Int)
  /// To a part of the text, from 0 to 1.
  case fraction(Double)

  /// By how many rows the text moves.
  ///
  /// - Parameters:
  ///   - row: How many have gone out of sight at the top.
  ///   - lastRow: How many may.
  ///   - height: How many are in sight. Two of them stay when it moves by screens, so that the eye
  ///     finds where it was.
  package func rows(from row: Int, lastRow: Int, height: Int) -> Int {
    switch self {
    case .rows(let count): count
    case .screens(let count): count * max(height - 2, 1)
    case .fraction(let fraction): Int((Double(lastRow) * fraction).rounded()) - row
    }
  }
}

extension TextMove {
  /// What the keys for moving through a clip do in an article; `nil` for the others.
  package init?(articleIntent intent: Intent) {
    switch intent {
    case .togglePause: self = .screens(1)
    case .seek(by: let seconds): self = .screens(seconds < 0 ? -1 : 1)
    case .step(by: let frames): self = .rows(frames)
    case .jump(toFraction: let fraction): self = .fraction(fraction)
    default: return nil
    }
  }
}

extension TextMove {
  /// What an intent does to a window over the page; `nil` if nothing.
  init?(windowIntent intent: Intent) {
    switch intent {
    case .nextPage: self = .rows(1)
    case .previousPage: self = .rows(-1)
    case .firstPage: self = .fraction(0)
    case .lastPage: self = .fraction(1)
    default: self.init(articleIntent: intent)
    }
  }

  /// What a key does to a window over the page, whatever it does elsewhere: the keys that scroll
  /// everywhere do so here, unless they have been given something else to do.
  init?(windowKey event: KeyEvent, keyMap: KeyMap) {
    guard event.modifiers.isEmpty else { return nil }
    let turn: Set<Intent?> = [nil, .nextPage, .previousPage, .firstPage, .lastPage]
    guard turn.contains(keyMap.intent(for: event)) else { return nil }
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
