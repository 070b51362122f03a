import Models
import Platform

/// Spreads the changes of the bar over its ticks: each changes the time, and one cell of the played
/// or the buffered part, which a link carries in 60 bytes. Two at once take half as many more.
package struct SeekBarPace {
  fileprivate struct Look: Equatable {
    var columns: Int
    var perCell: Int
    var filled: Int
    var clock: String
    var reach: Int
    /// Whether it was the buffered part's turn.
    var hasReached = false
  }

  private var last: Look?

  /// How many cells the bar may lag behind; more than that is a seek.
  private static let maxBehind = 3

  package init() {}

  /// Reads a moving bar.
  ///
  /// - Parameter columns: Those of its row.
  /// - Returns: How many steps to fill, and how many cells to show as buffered.
  package mutating func look(at bar: SeekBar, columns: Int) -> (head: Int, reach: Int) {
    let (filled, perCell) = bar.steps(columns: columns)
    var look = Look(
      columns: columns, perCell: perCell, filled: filled,
      clock: bar.formats.clock(bar.time.position), reach: bar.reachedCells(columns: columns))
    // A seek, or a clip that restarts, is shown at once.
    if let last, last.columns == columns, last.perCell == perCell,
      last.filled <= filled, filled - last.filled <= perCell * Self.maxBehind
    {
      look.follow(last)
    }
    last = look
    return (look.filled, look.reach)
  }

  /// Forgets the last look: the bar is static, and shows the exact position.
  package mutating func rest() {
    last = nil
  }
}

extension SeekBarPace.Look {
  /// Keeps all but one thing as in the last look.
  fileprivate mutating func follow(_ last: SeekBarPace.Look) {
    let isBehind = filled - last.filled > perCell
    let next = perCell > 1 ? min(filled, (last.filled / perCell + 1) * perCell) : filled
    if clock != last.clock {
      (filled, reach) = (last.filled, last.reach)
    } else if reach != last.reach, !isBehind, !last.hasReached || next == last.filled {
      filled = last.filled
      hasReached = true
    } else {
      (filled, reach) = (next, last.reach)
    }
  }
}
