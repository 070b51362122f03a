import Graphics
import Models

/// The text about a clip, laid out beside its frame: the title in up to three rows, author and
/// date, what the user decided, as much of the description as fits, and at the bottom the place in the feed.
package struct SideText: Hashable, Sendable {
  /// A piece of text and its position, counted from the upper left corner.
  package struct Line: Hashable, Sendable {
    package var text: CleanText
    package var role: TextRole
    package var column: Int
    package var row: Int
  }

  package private(set) var lines: [Line] = []
  private let size: CellSize

  private static let maxTitleRows = 3
  private static let maxBylineRows = 2
  private static let maxReviewRows = 3

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - size: The cells available.
  ///   - symbols: Has the like symbol.
  package init(_ content: SideContent, size: CellSize, symbols: SymbolSet = .unicode) {
    self.size = size
    guard size.columns > 0, size.rows > 0 else { return }
    var end = size.rows
    if size.rows > 1, addFoot(content, symbols: symbols) { end -= 1 }
    var row = add(content.title, .title, from: 0, rows: min(Self.maxTitleRows, end))
    row = add(content.byline, .byline, from: row, rows: min(Self.maxBylineRows, end - row))
    row = add(content.review, .review, from: row, rows: min(Self.maxReviewRows, end - row))
    // A blank row above the footer and one below the title.
    end -= end < size.rows ? 1 : 0
    row += 1
    for (index, paragraph) in content.description.enumerated() where row < end {
      let isLast = index == content.description.count - 1
      // Text that does not fit must show that it continues.
      let next = add(paragraph, .body, from: row, rows: end - row, isCut: !isLast)
      row = next + 1
    }
  }

  /// Adds a text, with an ellipsis in its last row if anything is cut.
  ///
  /// - Parameter isCut: Whether more would follow if there were room.
  /// - Returns: The row after it.
  private mutating func add(
    _ text: CleanText, _ role: TextRole, from row: Int, rows: Int, isCut: Bool = false
  ) -> Int {
    guard rows > 0 else { return row }
    // A description may be as long as a book; only a page of it is used.
    let most = (rows + 1) * (size.columns + 1)
    let head = text.string.count > most ? CleanText(String(text.string.prefix(most))) : text
    var wrapped = head.wrapped(toColumns: size.columns)
    let isLonger = wrapped.count > rows || isCut && wrapped.count + 1 >= rows
    if isLonger, let last = wrapped.prefix(rows).last {
      wrapped = wrapped.prefix(rows).dropLast() + [last.withEllipsis(columns: size.columns)]
    }
    for (index, text) in wrapped.enumerated() {
      lines.append(Line(text: text, role: role, column: 0, row: row + index))
    }
    return row + wrapped.count
  }

  /// Adds the last row.
  ///
  /// - Returns: Whether it has any content.
  private mutating func addFoot(_ content: SideContent, symbols: SymbolSet) -> Bool {
    var column = 0
    if content.isLiked {
      let liked = CleanText(symbols.liked)
      lines.append(Line(text: liked, role: .liked, column: 0, row: size.rows - 1))
      column = liked.displayWidth + 1
    }
    let place = content.place.fitted(toColumns: size.columns - column)
    if !place.isEmpty {
      lines.append(Line(text: place, role: .place, column: column, row: size.rows - 1))
    }
    return content.isLiked || !place.isEmpty
  }

  /// The text as cells, for copying into each frame.
  package func drawn(in theme: ScreenTheme, isPlain: Bool = false) -> Surface {
    var surface = Surface(size: size, ground: theme.ground, isPlain: isPlain)
    for line in lines {
      surface.drawText(
        line.text, line.role, column: line.column, row: line.row,
        maxColumns: size.columns - line.column, theme: theme)
    }
    return surface
  }
}

extension CleanText {
  /// The text with an ellipsis at its end, cut if needed.
  func withEllipsis(columns: Int) -> CleanText {
    displayWidth < columns
      ? CleanText(string + "\u{2026}") : CleanText(string + "  ").fitted(toColumns: columns)
  }
}
