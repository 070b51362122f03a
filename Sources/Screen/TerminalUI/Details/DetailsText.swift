import Graphics
import Models
import Platform
import TerminalCore

/// Details laid out in an opaque window over the picture.
package struct DetailsText: Hashable, Sendable {
  private let title: CleanText
  private let lines: [ChromeLine]
  private let rect: CellRect
  /// What closes the window; `nil` if no key does.
  private let closing: String?

  /// Wider than this, the eye has far to go from name to value.
  private static let mostColumns = 90
  /// Names longer than this are cut in the middle: many begin alike.
  private static let mostNameColumns = 16

  /// Lays details out.
  ///
  /// - Parameters:
  ///   - details: What to tell.
  ///   - closing: The key that closes the window.
  ///   - area: Where the picture is.
  init(_ details: DetailsContent, closing: String?, in area: CellRect) {
    title = details.title
    self.closing = closing
    // On a small screen every cell counts.
    let isSmall = area.columns < 60 || area.rows < 12
    let columns = isSmall ? area.columns : min(area.columns - 8, Self.mostColumns)
    let content = Self.lines(details, columns: columns - 2)
    let isPadded = !isSmall && content.count + 5 <= area.rows
    let lines = isPadded ? [ChromeLine()] + content + [ChromeLine()] : content
    let rows = min(lines.count + 1, isSmall ? area.rows : area.rows - 2)
    self.lines = lines
    rect = CellRect(
      column: area.column + (area.columns - columns) / 2, row: area.row + (area.rows - rows) / 2,
      columns: columns, rows: rows)
  }

  /// The last line that the window may begin with.
  var lastStart: Int { max(lines.count - (rect.rows - 1), 0) }

  /// How many lines are in sight.
  var height: Int { rect.rows - 1 }

  /// The window, from a line on.
  func window(from start: Int) -> ChromeWindow {
    let start = min(max(start, 0), lastStart)
    let shown = lines.dropFirst(start).prefix(max(rect.rows - 1, 0))
    return ChromeWindow(rect: rect, lines: [header(from: start)] + shown)
  }

  /// The title, and which lines are shown if not all are.
  private func header(from start: Int) -> ChromeLine {
    let end = min(start + rect.rows - 1, lines.count)
    let right =
      lastStart == 0
      ? closing.map { localized("%s closes", $0) }
      : localized("%s-%s of %s", start + 1, end, lines.count)
    return .titled(title, right: CleanText(right ?? ""), columns: rect.columns)
  }

  private static func lines(_ details: DetailsContent, columns: Int) -> [ChromeLine] {
    let widest = details.fields.map(\.name.displayWidth).max() ?? 0
    let nameColumns = max(min(widest, mostNameColumns, columns / 2), 0)
    var lines: [ChromeLine] = []
    for field in details.fields {
      let values = field.value.wrapped(toColumns: columns - nameColumns - 1)
      for (index, value) in values.enumerated() {
        let name = index == 0 ? field.name.fittedAtBothEnds(toColumns: nameColumns) : ""
        let gap = CleanText(
          String(repeating: " ", count: max(nameColumns - name.displayWidth, 0) + 1))
        lines.append(
          ChromeLine([
            ChromeSpan(" "), ChromeSpan(name, .dim), ChromeSpan(gap), ChromeSpan(value),
          ]))
      }
    }
    for paragraph in details.paragraphs {
      let wrapped = paragraph.wrapped(toColumns: columns)
      guard !wrapped.isEmpty else { continue }
      if !lines.isEmpty { lines.append(ChromeLine()) }
      lines += wrapped.map { ChromeLine([ChromeSpan(" "), ChromeSpan($0)]) }
    }
    return lines
  }
}
