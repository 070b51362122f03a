/// Rows of the screen that move as a whole, as DECSTBM with SU and SD moves them (ECMA-48; DEC
/// STD 070): what leaves the region is gone, what comes in is unknown (docs/decisions/cells-limits-and-motion.md).
package struct RowScroll: Hashable, Sendable {
  /// The region: whole rows of the screen.
  package var rows: Range<Int>

  /// By how many rows its content moves: up if positive, down if negative.
  package var distance: Int

  /// Creates a scroll.
  package init(rows: Range<Int>, distance: Int) {
    self.rows = rows
    self.distance = distance
  }
}
