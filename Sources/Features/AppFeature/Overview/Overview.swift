import Composable
import Models

/// The sheet of thumbnails: a window of the index, as values without players, and a cursor
/// (docs/decisions/overview.md).
///
/// Items are numbered from 0 among those that the filter accepts. A value without effects.
package struct Overview: Hashable, Sendable {
  /// A place of the sheet, and what is known of its clip.
  package struct Tile: Hashable, Sendable, Identifiable {
    package var item: FeedItem
    package var thumbnail: Thumbnail?

    package var id: ItemID { item.id }

    /// The title to show: the clip's own, if its source has only the name of its file.
    package var title: CleanText {
      item.playable?.isTitledByFile == true ? thumbnail?.title ?? item.title : item.title
    }
  }

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
  }

  package struct VisibleRow: Hashable, Sendable {
    /// Its first line, counted from the top.
    package var line: Int
    package var content: SheetRows.Content
  }

  /// Where the cursor goes.
  package enum Move: Hashable, Sendable {
    /// Tiles to the right, to the left if negative, and from row to row.
    case tiles(Int)
    /// Rows down, up if negative.
    case rows(Int)
    /// Screens down, up if negative.
    case pages(Int)
    case first
    case last
    case to(Int)
    /// Sections forwards, backwards if negative: to the first item.
    case sections(Int)
  }

  /// The tiles that were read.
  package private(set) var tiles: IdentifiedArray<Tile> = []
  /// The number of the first of them.
  package private(set) var start = 0
  /// How many items the filter accepts, as far as known.
  package private(set) var count = 0
  /// The number of the item under the cursor.
  package private(set) var cursor = 0
  /// The first row on screen, counted with headings.
  package private(set) var top = 0
  /// `nil` until the screen has been laid out.
  package private(set) var grid: Grid?
  /// The sections of the feed; empty if it has none.
  package private(set) var sections: [FeedSection] = []
  private(set) var rows = SheetRows()
  /// How much larger tiles are than usual, in steps.
  package private(set) var zoom = 0
  /// The items that are marked, in the order in which that happened.
  package internal(set) var marked: IdentifiedArray<FeedItem> = [] {
    didSet { likedLot = [] }
  }
  /// What was liked at once, while it is marked: the next time, only that is unliked.
  var likedLot: Set<ItemID> = []
  /// The number of the item that was marked last.
  var anchor: Int?
  /// Whose marks were read.
  var remembered: Set<ItemID> = []
  /// Whether the screen has moved a moment ago.
  var isScrolling = false
  /// Whose thumbnails are wanted.
  var wantedIDs: Set<ItemID> = []
  /// Whether a page takes its place as soon as that is the one under the cursor.
  var isClosing = false
  /// The page that was asked for because the cursor rests on it.
  var followed: ItemID?
  /// Whether the cursor has not moved for a while.
  var isLingering = false
  /// Since when the thumbnail under the cursor has been visible, in seconds since 1970; `nil` while
  /// there is none.
  var seenSince: Double?

  package init() {}

  /// The item under the cursor; `nil` until it was read.
  package var current: FeedItem? { tile(at: cursor)?.item }

  /// The tile with a number; `nil` until it was read.
  package func tile(at number: Int) -> Tile? {
    tiles.indices.contains(number - start) ? tiles[number - start] : nil
  }

  /// The rows that fit on screen as a whole.
  package var visibleRows: [VisibleRow] {
    guard let grid, count > 0 else { return [] }
    var (line, visible) = (0, [VisibleRow]())
    for row in top..<rows.rowCount {
      let content = rows.content(of: row)
      let lines = lines(of: content, grid)
      guard line + lines <= grid.lines else { break }
      visible.append(VisibleRow(line: line, content: content))
      line += lines
    }
    return visible
  }

  /// The numbers of the items on screen.
  package var visible: Range<Int> {
    var numbers: Range<Int>?
    for case .tiles(let range) in visibleRows.map(\.content) {
      numbers = (numbers?.lowerBound ?? range.lowerBound)..<range.upperBound
    }
    return numbers ?? 0..<0
  }

  private func lines(of content: SheetRows.Content, _ grid: Grid) -> Int {
    if case .heading = content { 1 } else { grid.tileLines }
  }
}

extension Overview {
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
    scroll()
  }

  private mutating func layOutRows() {
    rows = SheetRows(count: count, columns: grid?.columns ?? 1, sections: sections)
    scroll()
  }

  /// Puts the cursor on the item with a number; it comes to the middle of the screen.
  ///
  /// - Parameter keepsItem: Whether that is the item that it was on.
  mutating func place(at number: Int, keepsItem: Bool = false) {
    cursor = min(max(number, 0), max(count - 1, 0))
    if !keepsItem { (seenSince, isLingering) = (nil, false) }
    if !visible.contains(cursor) { centre() }
    scroll()
  }

  /// Moves the cursor.
  ///
  /// - Returns: Whether it has moved.
  mutating func move(_ move: Move) -> Bool {
    guard count > 0, let grid else { return false }
    let before = cursor
    let target: Int
    switch move {
    case .tiles(let tiles): target = cursor.adding(saturating: tiles)
    case .rows(let rows): target = number(rowsAway: rows)
    case .pages(let pages):
      target = number(rowsAway: pages.multiplied(saturating: grid.rows))
      top = top.adding(saturating: pages.multiplied(saturating: grid.rows))
      limitTop()
    case .first: target = 0
    case .last: target = count - 1
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
    scroll()
    return cursor != before
  }

  /// The item in the same column some rows of tiles away, or the last one of a shorter row.
  private func number(rowsAway count: Int) -> Int {
    let row = min(max(rows.tileRow(of: cursor).adding(saturating: count), 0), rows.tileRowCount - 1)
    let numbers = rows.numbers(inTileRow: row)
    return min(numbers.lowerBound + rows.column(of: cursor), numbers.upperBound - 1)
  }

  /// Scrolls by rows; the cursor stays on screen.
  mutating func scroll(by count: Int) {
    guard grid != nil, self.count > 0 else { return }
    top = top.adding(saturating: count)
    limitTop()
    let visible = visible
    guard !visible.isEmpty, !visible.contains(cursor) else { return }
    let row = rows.tileRow(of: cursor)
    let edge = rows.tileRow(
      of: cursor < visible.lowerBound ? visible.lowerBound : visible.upperBound - 1)
    _ = move(.rows(edge - row))
  }

  mutating func layOut(_ grid: Grid) {
    guard grid != self.grid else { return }
    let height = self.grid.map { _ in rows.row(of: cursor) - top }
    self.grid = grid
    zoom = min(max(zoom, grid.zooms.lowerBound), grid.zooms.upperBound)
    layOutRows()
    // The cursor keeps its height on the screen.
    if let height {
      top = max(rows.row(of: cursor) - min(height, grid.rows - 1), 0)
    } else {
      centre()
    }
    scroll()
  }

  /// Makes tiles larger by some steps, smaller if negative, as far as the screen allows.
  mutating func zoom(by steps: Int) {
    guard let grid else { return }
    zoom = min(max(zoom.adding(saturating: steps), grid.zooms.lowerBound), grid.zooms.upperBound)
  }

  private mutating func centre() {
    guard let grid else { return }
    top = max(rows.row(of: cursor) - grid.rows / 2, 0)
  }

  /// Keeps the cursor on screen, with the heading above it if that is next to it.
  private mutating func scroll() {
    guard let grid, count > 0 else { return }
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
  private func firstRow(endingWith last: Int, _ grid: Grid) -> Int {
    var (row, lines) = (last, 0)
    while row >= 0 {
      lines += self.lines(of: rows.content(of: row), grid)
      if lines > grid.lines { return min(row + 1, last) }
      row -= 1
    }
    return 0
  }

  private mutating func limitTop() {
    guard let grid, count > 0 else {
      top = 0
      return
    }
    top = min(max(top, 0), firstRow(endingWith: rows.rowCount - 1, grid))
    // A heading alone would fill the screen.
    if case .heading = rows.content(of: top), grid.lines == grid.tileLines { top += 1 }
  }
}

// What it reads.
extension Overview {
  /// The numbers to read now: the screen, with as much before and after it; `nil` if all of the
  /// screen was read, and enough around it.
  var missing: Range<Int>? {
    guard let grid, count > 0 else { return nil }
    let visible = visible
    // Half a screen is enough until the answer comes.
    let needed = padded(visible, by: grid.count / 2)
    guard !(start..<start + tiles.count).contains(needed) else { return nil }
    return padded(visible, by: grid.count)
  }

  /// The numbers to read when nothing that was read is valid any more.
  var around: Range<Int>? { grid.map { padded(visible, by: $0.count) } }

  private func padded(_ range: Range<Int>, by number: Int) -> Range<Int> {
    max(range.lowerBound - number, 0)..<min(range.upperBound + number, count)
  }

  /// Takes the items from a number on, in place of those read before; known thumbnails stay.
  mutating func take(_ items: [FeedItem], from start: Int) {
    let known = tiles
    self.start = start
    tiles = IdentifiedArray(
      uniqueElements: items.map { Tile(item: $0, thumbnail: known[id: $0.id]?.thumbnail) })
  }

  /// Takes thumbnails, as far as their items were read.
  mutating func take(_ thumbnails: [ItemID: Thumbnail]) {
    for (id, thumbnail) in thumbnails { tiles[id: id]?.thumbnail = thumbnail }
  }

  /// Clips have changed, and their thumbnails with them.
  mutating func forgetThumbnails(of ids: [ItemID]) {
    for id in ids { tiles[id: id]?.thumbnail = nil }
  }

  /// The thumbnails to make: of the screen, then of what comes after it, then of what was before.
  func wanted(_ rotation: (ItemID) -> Rotation?) -> [ThumbnailRequest] {
    let visible = visible
    let after = padded(visible, by: visible.count)
    let numbers =
      Array(visible) + Array(visible.upperBound..<after.upperBound)
      + (after.lowerBound..<visible.lowerBound).reversed()
    return numbers.compactMap { number in
      guard let tile = tile(at: number), let clip = tile.item.playable else { return nil }
      // What may never be seen is not worth a download.
      if case .remote = clip.location, !visible.contains(number) { return nil }
      return ThumbnailRequest(
        id: tile.id, location: clip.location, rotation: rotation(tile.id) ?? .none)
    }
  }

  /// The items on screen, as far as they were read.
  var visibleIDs: Set<ItemID> { Set(visible.compactMap { tile(at: $0)?.id }) }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    other.isEmpty || lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
