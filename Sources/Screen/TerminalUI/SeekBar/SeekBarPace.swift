import Models
import Platform

/// Spreads the changes of the bar over its ticks: each changes the time, one cell of what has been
/// played, or what is here to be played, which a link carries in 60 bytes. Two at once take half as
/// many more.
package struct SeekBarPace {
  fileprivate struct Look: Equatable {
    var columns: Int
    var perCell: Int
    var filled: Int
    var clock: String
    var reach: Int
    /// Whether it was the turn of what is here to be played.
    var hasReached = false
  }

  private var last: Look?

  /// The bar may be behind by so many cells; what is further is a seek.
  private static let mostBehind = 3

  /// Creates a pace of a bar that nobody has looked at.
  package init() {}

  /// Takes a look at a bar that moves.
  ///
  /// - Parameter columns: Those of its row.
  /// - Returns: By how many steps to fill it, and how many cells to show as being here.
  package mutating func look(at bar: SeekBar, columns: Int) -> (head: Int, reach: Int) {
    let (filled, perCell) = bar.steps(columns: columns)
    var look = Look(
      columns: columns, perCell: perCell, filled: filled,
      clock: bar.formats.clock(bar.time.position), reach: bar.reachedCells(columns: columns))
    // A seek, or a clip that starts again, is shown at once.
    if let last, last.columns == columns, last.perCell == perCell,
      last.filled <= filled, filled - last.filled <= perCell * Self.mostBehind
    {
      look.follow(last)
    }
    last = look
    return (look.filled, look.reach)
  }

  /// Forgets the last look: the bar stands still, and shows where.
  package mutating func rest() {
    last = nil
  }
}

extension SeekBarPace.Look {
  /// Keeps all but one thing as it was in the look before.
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
