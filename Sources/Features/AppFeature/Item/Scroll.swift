/// The scroll position of a text, in rows.
package struct Scroll: Hashable, Sendable {
  /// The first visible row, counted from 0.
  package private(set) var row = 0

  /// The highest possible first row, as set by the view; 0 until then, so that text that fits does
  /// not scroll.
  package var lastRow = 0 {
    didSet {
      lastRow = max(lastRow, 0)
      row = min(row, lastRow)
    }
  }

  /// Scrolls down by a number of rows, up if negative, within the text.
  package mutating func move(by rows: Int) {
    let (target, isTooFar) = row.addingReportingOverflow(rows)
    row = isTooFar ? (rows > 0 ? lastRow : 0) : min(max(target, 0), lastRow)
  }

  package enum Action: Hashable, Sendable {
    /// Scrolls down by a number of rows, up if negative.
    case scrolled(by: Int)
    /// The view laid out the text: this many rows can be scrolled out at the top.
    case laidOut(lastRow: Int)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .scrolled(by: let rows): move(by: rows)
    case .laidOut(lastRow: let row): lastRow = row
    }
  }
}
