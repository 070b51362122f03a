import Graphics
import Models
import Platform
import TerminalCore

/// A text in an opaque overlay over the frame, showing as much as fits.
package struct OverlayText: Hashable, Sendable {
  private let title: CleanText
  private let lines: [ChromeLine]
  private let rect: CellRect
  /// The hint for closing; empty if no key does.
  private let closing: CleanText
  /// Whether the first line has that hint even if not all lines are visible.
  private let keepsClosing: Bool

  /// Centres a text in an area.
  ///
  /// - Parameters:
  ///   - title: The text of the first line.
  ///   - maxColumns: The maximum width.
  ///   - mayFill: Whether it may cover all of the area, and always does so with a small one.
  ///   - closing: The key that closes the overlay; `nil` if none does.
  ///   - keepsClosing: Whether to show that in a small area even if not all lines are visible.
  ///   - area: The frame's area.
  ///   - content: The text, laid out in so many columns.
  init(
    _ title: CleanText, maxColumns: Int, mayFill: Bool = false, closing: String?,
    keepsClosing: Bool = false, in area: CellRect, content: (_ columns: Int) -> [ChromeLine]
  ) {
    // On a small screen every cell counts, and the rest of the frame is not worth showing.
    let isSmall = area.columns < 60 || area.rows < 12
    let margin = isSmall || mayFill ? 0 : 2
    let columns = isSmall ? area.columns : min(area.columns - 4 * margin, maxColumns)
    self.title = title
    self.closing = closing.map { CleanText.localized("%s closes", $0) } ?? ""
    self.keepsClosing = keepsClosing || !isSmall
    let content = content(columns)
    let isPadded = !isSmall && content.count + 3 + margin <= area.rows
    lines = isPadded ? [[]] + content + [[]] : content
    let minRows = isSmall && mayFill ? area.rows : 0
    let rows = min(max(lines.count + 1, minRows), area.rows - margin)
    rect = CellRect(
      column: area.column + (area.columns - columns) / 2, row: area.row + (area.rows - rows) / 2,
      columns: columns, rows: rows)
  }

  /// The last line that the overlay may start with.
  var lastStart: Int { max(lines.count - height, 0) }

  /// The first line to show if another one is to be in the middle.
  func start(showing line: Int) -> Int { min(max(line - height / 2, 0), lastStart) }

  /// How many lines are visible.
  var height: Int { max(rect.rows - 1, 0) }

  /// The overlay, from a line on.
  func window(from start: Int) -> ChromeWindow {
    let start = min(max(start, 0), lastStart)
    return ChromeWindow(
      rect: rect, lines: [header(from: start)] + lines.dropFirst(start).prefix(height))
  }

  /// The title, the range of visible lines if not all are, and the key to close.
  private func header(from start: Int) -> ChromeLine {
    let end = min(start + height, lines.count)
    let place = localized("%s-%s of %s", start + 1, end, lines.count)
    guard keepsClosing else {
      return .titled(
        title, right: lastStart > 0 ? CleanText(place) : closing, columns: rect.columns)
    }
    let titles = ["\(title.string)  \(place)", "\(title.string)  \(start + 1)-\(end)"]
      .map { CleanText($0) }
    // The key to close matters most.
    let space = rect.columns - closing.displayWidth - 3
    let shown = lastStart > 0 ? titles.first { $0.displayWidth <= space } : nil
    return .titled(shown ?? title, right: closing, columns: rect.columns)
  }
}
