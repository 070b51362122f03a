import Composable
import Models

extension Overview {
  /// Where the cursor goes.
  package enum Move: Hashable, Sendable {
    /// Tiles to the right, to the left if negative; on the sheet, from row to row.
    case tiles(Int)
    /// To the next item, also of another shelf.
    case next
    /// Rows down, up if negative.
    case rows(Int)
    /// Screens down, up if negative.
    case pages(Int)
    /// To the first item, of this shelf if there are shelves.
    case first
    case last
    case to(Int)
    /// Sections forwards, backwards if negative: to the first item.
    case sections(Int)
  }
}

extension Overview.State {
  /// Moves the cursor, and reads what comes on screen.
  mutating func go(_ move: Overview.Move) -> Effect<Overview.Action> {
    let before = visibleRows
    isClosing = false
    guard self.move(move) else { return .none }
    noteSeen()
    guard visibleRows != before else { return rest() }
    isScrolling = true
    return read().merge(with: rest())
  }

  /// Puts the cursor on the item with a number; it comes to the middle of the screen.
  ///
  /// - Parameter keepsItem: Whether that is the item that it was on.
  mutating func place(at number: Int, keepsItem: Bool = false) {
    cursor = min(max(number, 0), max(count - 1, 0))
    if !keepsItem { (seenSince, isLingering) = (nil, false) }
    // On which shelf it is now will be known with the sections.
    if keepsItem, rows.isShelved, rows.sections != sections { return }
    if !visible.contains(cursor) { centre() }
    showCursor()
  }

  /// Moves the cursor.
  ///
  /// - Returns: Whether it has moved.
  mutating func move(_ move: Overview.Move) -> Bool {
    guard count > 0, let grid else { return false }
    let before = cursor
    let shelf = rows.isShelved ? rows.numbers(inTileRow: rows.tileRow(of: cursor)) : 0..<count
    let target: Int
    switch move {
    case .tiles(let tiles):
      target = min(max(cursor.adding(saturating: tiles), shelf.lowerBound), shelf.upperBound - 1)
    case .next: target = cursor + 1
    case .rows(let rows): target = number(rowsAway: rows)
    case .pages(let pages):
      let screen = pages.multiplied(saturating: rows.isShelved ? grid.shelves : grid.rows)
      target = number(rowsAway: screen)
      scrollTop(by: screen)
    case .first: target = shelf.lowerBound
    case .last: target = shelf.upperBound - 1
    case .to(let number): target = number
    case .sections(let steps): target = rows.sections.start(steps, from: cursor) ?? cursor
    }
    cursor = min(max(target, 0), count - 1)
    if cursor != before { (seenSince, isLingering) = (nil, false) }
    if case .sections = move, cursor != before {
      // Its heading comes to the top.
      top = rows.row(of: cursor) - 1
      limitTop()
    }
    showCursor()
    return cursor != before
  }

  /// The item in the same column some rows of tiles away, or the last one of a shorter row; on another
  /// shelf, where the cursor was there.
  private func number(rowsAway count: Int) -> Int {
    let row = min(max(rows.tileRow(of: cursor).adding(saturating: count), 0), rows.tileRowCount - 1)
    let numbers = rows.numbers(inTileRow: row)
    let column = rows.isShelved ? place(onShelf: row) : rows.column(of: cursor)
    return min(numbers.lowerBound + column, numbers.upperBound - 1)
  }

  /// Scrolls by rows, or by shelves with their headings.
  private mutating func scrollTop(by count: Int) {
    top = top.adding(saturating: count.multiplied(saturating: rows.isShelved ? 2 : 1))
    limitTop()
  }

  /// Scrolls by rows; the cursor stays on screen.
  mutating func scroll(by count: Int) {
    guard grid != nil, self.count > 0 else { return }
    scrollTop(by: count)
    let visible = visible
    guard !visible.isEmpty, !visible.contains(cursor) else { return }
    let row = rows.tileRow(of: cursor)
    let edge = rows.tileRow(
      of: cursor < visible.lowerBound ? visible.lowerBound : visible.upperBound - 1)
    _ = move(.rows(edge - row))
  }
}
