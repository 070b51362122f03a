/// How far a text is scrolled, in rows.
package struct Scroll: Hashable, Sendable {
  /// The first row in sight, counted from 0.
  package private(set) var row = 0

  /// The last row that may come first, as the view has found out; 0 before it has, so that nothing
  /// moves that fits.
  package var lastRow = 0 {
    didSet {
      lastRow = max(lastRow, 0)
      row = min(row, lastRow)
    }
  }

  /// Moves down by a number of rows, up if negative, as far as there is text.
  package mutating func move(by rows: Int) {
    let (target, isTooFar) = row.addingReportingOverflow(rows)
    row = isTooFar ? (rows > 0 ? lastRow : 0) : min(max(target, 0), lastRow)
  }

  /// What happened to a text that is scrolled.
  package enum Action: Hashable, Sendable {
    /// Down by so many rows, up if negative.
    case scrolled(by: Int)
    /// The view has laid the text out: so many rows can go out of sight at the top.
    case laidOut(lastRow: Int)
  }

  mutating func take(_ action: Action) {
    switch action {
    case .scrolled(by: let rows): move(by: rows)
    case .laidOut(lastRow: let row): lastRow = row
    }
  }
}
