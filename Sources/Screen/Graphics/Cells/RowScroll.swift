/// A scroll of whole screen rows by DECSTBM with SU and SD (ECMA-48; DEC STD 070): content that
/// leaves the region is lost, rows that scroll in are unknown
/// (docs/decisions/cells-limits-and-motion.md).
package struct RowScroll: Hashable, Sendable {
  /// The region: whole rows of the screen.
  package var rows: Range<Int>

  /// How many rows the content moves: up if positive, down if negative.
  package var distance: Int

  package init(rows: Range<Int>, distance: Int) {
    self.rows = rows
    self.distance = distance
  }
}
