import Models
import Wording

/// Spreads the changes of the bar over its ticks: each changes the time or one cell, which a link
/// carries in 60 bytes. Both at once take half as many more.
package struct SeekBarPace {
  private struct Look: Equatable {
    var columns: Int
    var perCell: Int
    var filled: Int
    var clock: String
  }

  private var last: Look?

  /// The bar may be behind by so many cells; what is further is a seek.
  private static let mostBehind = 3

  /// Creates a pace of a bar that nobody has looked at.
  package init() {}

  /// Takes a look at a bar that moves.
  ///
  /// - Parameter columns: Those of its row.
  /// - Returns: By how many steps to fill it.
  package mutating func head(of bar: SeekBar, columns: Int) -> Int {
    let (filled, perCell) = bar.steps(columns: columns)
    var look = Look(
      columns: columns, perCell: perCell, filled: filled,
      clock: bar.formats.clock(bar.time.position))
    // A seek, or a clip that starts again, is shown at once.
    if let last, last.columns == columns, last.perCell == perCell,
      last.filled <= filled, filled - last.filled <= perCell * Self.mostBehind
    {
      if look.clock != last.clock {
        look.filled = last.filled
      } else if perCell > 1 {
        look.filled = min(filled, (last.filled / perCell + 1) * perCell)
      }
    }
    last = look
    return look.filled
  }

  /// Forgets the last look: the bar stands still, and shows where.
  package mutating func rest() {
    last = nil
  }
}
