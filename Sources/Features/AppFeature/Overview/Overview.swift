import Composable
import Models

/// How a feed is shown.
package enum FeedView: String, CaseIterable, Hashable, Sendable {
  /// One clip at a time.
  case page
  /// A sheet of thumbnails.
  case overview
}

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
  }

  /// How many tiles the screen shows.
  package struct Grid: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
    /// The sizes of tiles that make sense there: 0 is the usual one, larger numbers are larger.
    package var zooms: ClosedRange<Int>

    /// Creates a grid.
    package init(columns: Int, rows: Int, zooms: ClosedRange<Int> = 0...0) {
      self.columns = max(columns, 1)
      self.rows = max(rows, 1)
      self.zooms = zooms
    }

    /// How many tiles are visible.
    package var count: Int { columns * rows }
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
  }

  /// The tiles that were read.
  package private(set) var tiles: IdentifiedArray<Tile> = []
  /// The number of the first of them.
  package private(set) var start = 0
  /// How many items the filter accepts, as far as known.
  package private(set) var count = 0
  /// The number of the item under the cursor.
  package private(set) var cursor = 0
  /// The first row on screen.
  package private(set) var top = 0
  /// `nil` until the screen has been laid out.
  package private(set) var grid: Grid?
  /// How much larger tiles are than usual, in steps.
  package private(set) var zoom = 0
  /// The items that are marked, in the order in which that happened.
  package private(set) var marked: IdentifiedArray<FeedItem> = []
  /// The number of the item that was marked last.
  private(set) var anchor: Int?
  /// Whether the screen has moved a moment ago.
  var isScrolling = false
  /// Whose thumbnails are wanted.
  var wantedIDs: Set<ItemID> = []
  /// Whether a page takes its place as soon as that is the one under the cursor.
  var isClosing = false
  /// The page that was asked for because the cursor rests on it.
  var followed: ItemID?
  /// Since when the picture under the cursor has been visible, in seconds since 1970; `nil` while
  /// there is none.
  var seenSince: Double?

  /// Creates an empty sheet.
  package init() {}

  /// The item under the cursor; `nil` until it was read.
  package var current: FeedItem? { tile(at: cursor)?.item }

  /// The tile with a number; `nil` until it was read.
  package func tile(at number: Int) -> Tile? {
    tiles.indices.contains(number - start) ? tiles[number - start] : nil
  }

  /// The numbers on screen.
  package var visible: Range<Int> {
    guard let grid else { return 0..<0 }
    let first = min(top * grid.columns, count)
    return first..<min(first + grid.count, count)
  }
}

extension Overview {
  /// The index has so many items.
  mutating func setCount(_ count: Int) {
    self.count = max(count, 0)
    cursor = min(cursor, max(self.count - 1, 0))
    scroll()
  }

  /// Puts the cursor on the item with a number; it comes to the middle of the screen.
  mutating func place(at number: Int) {
    cursor = min(max(number, 0), max(count - 1, 0))
    seenSince = nil
    guard let grid else { return }
    let row = cursor / grid.columns
    if !(top..<top + grid.rows).contains(row) { top = max(row - grid.rows / 2, 0) }
    scroll()
  }

  /// Moves the cursor.
  ///
  /// - Returns: Whether it has moved.
  mutating func move(_ move: Move) -> Bool {
    guard count > 0, let grid else { return false }
    let target: Int
    switch move {
    case .tiles(let tiles): target = cursor.adding(tiles)
    case .rows(let rows): target = inColumn(cursor.adding(rows.multiplied(by: grid.columns)))
    case .pages(let pages):
      target = inColumn(cursor.adding(pages.multiplied(by: grid.count)))
      top = top.adding(pages.multiplied(by: grid.rows))
      limitTop()
    case .first: target = 0
    case .last: target = count - 1
    case .to(let number): target = number
    }
    let before = cursor
    cursor = min(max(target, 0), count - 1)
    if cursor != before { seenSince = nil }
    scroll()
    return cursor != before
  }

  /// A number beyond an end becomes the one in the same column of the first or last row, or the last
  /// one.
  private func inColumn(_ number: Int) -> Int {
    guard let grid, !(0..<count).contains(number) else { return number }
    let column = cursor % grid.columns
    guard number >= 0 else { return column }
    let last = (count - 1) / grid.columns
    return cursor / grid.columns == last ? cursor : last * grid.columns + column
  }

  /// Scrolls by rows; the cursor stays on screen.
  mutating func scroll(by rows: Int) {
    guard let grid else { return }
    top = top.adding(rows)
    limitTop()
    let row = cursor / grid.columns
    let target = min(max(row, top), top + grid.rows - 1)
    if target != row { _ = move(.rows(target - row)) }
  }

  /// The screen was laid out.
  mutating func layOut(_ grid: Grid) {
    guard grid != self.grid else { return }
    let isFirst = self.grid == nil
    // The cursor keeps its height on the screen.
    let height = self.grid.map { cursor / $0.columns - top } ?? grid.rows / 2
    self.grid = grid
    zoom = min(max(zoom, grid.zooms.lowerBound), grid.zooms.upperBound)
    top = max(cursor / grid.columns - min(height, grid.rows - 1), 0)
    if isFirst { top = max(cursor / grid.columns - grid.rows / 2, 0) }
    scroll()
  }

  /// Makes tiles larger by a number of steps.
  mutating func zoom(by steps: Int) {
    guard let grid else { return }
    zoom = min(max(zoom + steps, grid.zooms.lowerBound), grid.zooms.upperBound)
  }

  /// Keeps the cursor on screen.
  private mutating func scroll() {
    guard let grid else { return }
    let row = cursor / grid.columns
    top = min(max(top, row - grid.rows + 1), row)
    limitTop()
  }

  private mutating func limitTop() {
    guard let grid else { return }
    let rows = (count + grid.columns - 1) / grid.columns
    top = min(max(top, 0), max(rows - grid.rows, 0))
  }
}

// Marks.
extension Overview {
  /// No more items can be marked.
  static let maxMarks = 10_000

  /// Marks the item under the cursor, or takes its mark away, and goes on to the next one.
  mutating func toggleMark() {
    guard let item = current, item.key != nil else { return }
    if marked.contains(id: item.id) {
      marked.remove(id: item.id)
    } else {
      mark([item])
      anchor = cursor
    }
    _ = move(.tiles(1))
  }

  /// Marks items.
  mutating func mark(_ items: [FeedItem]) {
    for item in items where item.key != nil && marked.count < Self.maxMarks {
      marked[id: item.id] = item
    }
  }

  /// From the last mark to the cursor.
  var markRange: Range<Int> {
    let start = anchor ?? cursor
    return min(start, cursor)..<(max(start, cursor) + 1)
  }

  mutating func unmarkAll() {
    marked = []
    anchor = nil
  }

  /// Takes away the marks of items that are gone.
  mutating func unmark(_ changes: [FeedChange]) {
    for case .delete(let id) in changes { marked.remove(id: id) }
  }

  /// The marked item with some content.
  func lotID(of key: ContentKey) -> ItemID? { marked.elements.first { $0.key == key }?.id }
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

  /// Takes the items of a range of numbers.
  mutating func take(_ items: [FeedItem], from start: Int) {
    let known = tiles
    self.start = start
    tiles = IdentifiedArray(
      uniqueElements: items.map { Tile(item: $0, thumbnail: known[id: $0.id]?.thumbnail) })
  }

  /// Takes thumbnails.
  mutating func take(_ thumbnails: [ItemID: Thumbnail]) {
    for (id, thumbnail) in thumbnails { tiles[id: id]?.thumbnail = thumbnail }
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
      return ThumbnailRequest(
        id: tile.id, location: clip.location, rotation: rotation(tile.id) ?? .none)
    }
  }

  /// Those of the screen alone.
  var visibleIDs: Set<ItemID> { Set(visible.compactMap { tile(at: $0)?.id }) }
}

extension Int {
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }

  fileprivate func multiplied(by other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? ((self > 0) == (other > 0) ? .max : .min) : product
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    other.isEmpty || lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
