import Graphics
import Models

/// An article laid out for a screen: a column of text of readable width.
package struct ArticleText: Hashable, Sendable {
  struct Line: Hashable, Sendable {
    var text: CleanText
    var role: TextRole
  }

  let lines: [Line]
  /// The column's width.
  let columns: Int

  /// Longer lines make it hard to find the next one.
  private static let maxColumns = 72

  /// Lays out an article.
  ///
  /// - Parameters:
  ///   - article: Its text; each paragraph is wrapped.
  ///   - byline: The author and date; may be empty.
  ///   - columns: The screen's width.
  init(_ article: Article, byline: CleanText, columns: Int) {
    self.columns = max(min(columns - 4, Self.maxColumns), 0)
    lines = Self.lines(
      [(article.title, .title), (byline, .byline)]
        + article.paragraphs.map { ($0, .body) }
        + [(CleanText(article.link?.description ?? ""), .link)], columns: self.columns)
  }

  /// Wraps the parts of a text, separated by blank lines.
  static func lines(_ parts: [(CleanText, TextRole)], columns: Int) -> [Line] {
    var lines: [Line] = []
    for (text, role) in parts {
      let wrapped = text.wrapped(toColumns: columns)
      guard !wrapped.isEmpty else { continue }
      // The byline belongs to the title.
      if !lines.isEmpty, role != .byline { lines.append(Line(text: "", role: .body)) }
      lines += wrapped.map { Line(text: $0, role: role) }
    }
    return lines
  }

  /// The last line the text may start with, so that an area is filled.
  func lastStart(rows: Int) -> Int {
    max(lines.count - Self.textRows(rows), 0)
  }

  /// Draws the text from a line on, as much as fits.
  func draw(
    from start: Int, in area: CellRect, of surface: inout Surface, theme: ScreenTheme = .dark
  ) {
    guard columns > 0 else { return }
    let rows = Self.textRows(area.rows)
    let shown = lines.dropFirst(min(max(start, 0), lastStart(rows: area.rows))).prefix(rows)
    let isWhole = lines.count <= rows
    let column = area.column + (area.columns - columns) / 2
    // A short text is centred, a long one starts below a blank row.
    let top = area.row + (isWhole ? (area.rows - shown.count) / 2 : (area.rows - rows) / 2)
    for (index, line) in shown.enumerated() {
      surface.drawText(
        line.text, line.role, column: column, row: top + index, maxColumns: columns, theme: theme)
    }
  }

  /// The rows of an area that the text has: without a blank one above and below, if there is room.
  static func textRows(_ rows: Int) -> Int { rows > 6 ? rows - 2 : max(rows, 0) }
}
