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
    case .step(by: let pictures): self = .rows(pictures)
    case .jump(toFraction: let fraction): self = .fraction(fraction)
    default: return nil
    }
  }
}

/// What a key does while details lie over the page.
package enum DetailsKey: Hashable, Sendable {
  case move(TextMove)
  case close
  /// It does what it always does.
  case intent(Intent)

  /// Reads a key; `nil` for one that does nothing here.
  package init?(_ event: KeyEvent, keyMap: KeyMap) {
    switch event.key {
    case .pageUp: self = .move(.screens(-1))
    case .pageDown: self = .move(.screens(1))
    default:
      guard let intent = keyMap.intent(for: event) else { return nil }
      self.init(intent)
    }
  }

  /// Reads what is asked for, by whatever means.
  package init?(_ intent: Intent) {
    switch intent {
    case .nextPage: self = .move(.rows(1))
    case .previousPage: self = .move(.rows(-1))
    case .firstPage: self = .move(.fraction(0))
    case .lastPage: self = .move(.fraction(1))
    case .toggleDetails, .close: self = .close
    case .togglePause, .seek, .jump, .step:
      guard let move = TextMove(articleIntent: intent) else { return nil }
      self = .move(move)
    case .openFilter: return nil
    default: self = .intent(intent)
    }
  }
}
