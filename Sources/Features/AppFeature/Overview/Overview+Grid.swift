import Models

extension Overview {
  /// What the screen has room for.
  package struct Grid: Hashable, Sendable {
    package var columns: Int
    /// The lines of text that the screen has, and those of a row of tiles; a heading takes one.
    package var lines: Int
    package var tileLines: Int
    /// The sizes of tiles that make sense there: 0 is the usual one, larger numbers are larger.
    package var zooms: ClosedRange<Int>

    /// Makes room for one tile at least.
    package init(columns: Int, lines: Int, tileLines: Int, zooms: ClosedRange<Int> = 0...0) {
      self.columns = max(columns, 1)
      self.tileLines = max(tileLines, 1)
      self.lines = max(lines, self.tileLines)
      self.zooms = zooms
    }

    /// How many rows of tiles fit.
    package var rows: Int { lines / tileLines }
    /// How many tiles fit.
    package var count: Int { columns * rows }
    /// How many shelves fit.
    var shelves: Int { max(lines / (tileLines + 1), 1) }
  }

  package struct VisibleRow: Hashable, Sendable {
    /// Its first line, counted from the top.
    package var line: Int
    package var content: OverviewRows.Content
  }
}

extension Overview.State {
  /// The rows that fit on screen as a whole.
  package var visibleRows: [Overview.VisibleRow] {
    guard let grid, count > 0 else { return [] }
    var (line, visible) = (0, [Overview.VisibleRow]())
    for row in top..<rows.rowCount {
      var content = rows.content(of: row)
      let lines = lines(of: content, grid)
      guard line + lines <= grid.lines else { break }
      if case .tiles(let numbers) = content { content = .tiles(inSight(numbers)) }
      visible.append(Overview.VisibleRow(line: line, content: content))
      line += lines
    }
    // A heading says nothing without what is below it.
    if case .heading = visible.last?.content { visible.removeLast() }
    return visible
  }

  /// The numbers of the items on screen.
  var visibleNumbers: [Int] {
    visibleRows.flatMap { row in
      if case .tiles(let numbers) = row.content { Array(numbers) } else { [Int]() }
    }
  }

  /// The numbers of the items on screen and, of shelves, those between them.
  package var visible: Range<Int> {
    var numbers: Range<Int>?
    for case .tiles(let range) in visibleRows.map(\.content) {
      numbers = (numbers?.lowerBound ?? range.lowerBound)..<range.upperBound
    }
    return numbers ?? 0..<0
  }

  private func lines(of content: OverviewRows.Content, _ grid: Overview.Grid) -> Int {
    if case .heading = content { 1 } else { grid.tileLines }
  }

  /// The index has so many items.
  mutating func setCount(_ count: Int) {
    guard count != self.count else { return }
    self.count = max(count, 0)
    cursor = min(cursor, max(self.count - 1, 0))
    layOutRows()
  }

  mutating func setSections(_ sections: [FeedSection]) {
    guard sections != self.sections else { return }
    let row = rows.row(of: cursor)
    self.sections = sections
    layOutRows()
    // The cursor keeps its height on the screen.
    top += rows.row(of: cursor) - row
    showCursor()
  }

  mutating func layOutRows() {
    rows = OverviewRows(
      count: count, columns: grid?.columns ?? 1, sections: sections, isShelved: isShelved)
    showCursor()
  }

  mutating func layOut(_ grid: Overview.Grid) {
    guard grid != self.grid else { return }
    let height = self.grid.map { _ in rows.row(of: cursor) - top }
    self.grid = grid
    zoom = min(max(zoom, grid.zooms.lowerBound), grid.zooms.upperBound)
    layOutRows()
    // The cursor keeps its height on the screen.
    if let height {
      top = max(rows.row(of: cursor) - height, 0)
    } else {
      centre()
    }
    showCursor()
  }

  /// Makes tiles larger by some steps, smaller if negative, as far as the screen allows.
  mutating func zoom(by steps: Int) {
    guard let grid else { return }
    zoom = min(max(zoom.adding(saturating: steps), grid.zooms.lowerBound), grid.zooms.upperBound)
  }

  mutating func centre() {
    guard let grid else { return }
    let half = rows.isShelved ? grid.shelves : grid.rows / 2
    top = max(rows.row(of: cursor) - half, 0)
  }

  /// Keeps the cursor on screen, with the heading above it if that is next to it.
  mutating func showCursor() {
    guard let grid, count > 0 else { return limitTop() }
    let row = rows.row(of: cursor)
    if row <= top {
      top = row
      if row > 0, case .heading = rows.content(of: row - 1), grid.lines > grid.tileLines {
        top = row - 1
      }
    } else {
      top = max(top, firstRow(endingWith: row, grid))
    }
    limitTop()
  }

  /// The first row of a screen that ends with a row.
  private func firstRow(endingWith last: Int, _ grid: Overview.Grid) -> Int {
    var (row, lines) = (last, 0)
    while row >= 0 {
      lines += self.lines(of: rows.content(of: row), grid)
      if lines > grid.lines {
        let first = min(row + 1, last)
        // A shelf comes with its heading.
        return rows.isShelved && first < last ? first + first % 2 : first
      }
      row -= 1
    }
    return 0
  }

  /// Fills the screen, as far as there is something to fill it with.
  mutating func limitTop() {
    defer { layOutShelves() }
    guard let grid, count > 0 else {
      top = 0
      return
    }
    top = min(max(top, 0), firstRow(endingWith: rows.rowCount - 1, grid))
    if rows.isShelved, grid.lines > grid.tileLines { top -= top % 2 }
    // A heading alone would fill the screen.
    if case .heading = rows.content(of: top), grid.lines == grid.tileLines { top += 1 }
  }
}
