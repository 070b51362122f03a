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

  /// On a small screen every cell counts, and the rest of the frame is not worth showing.
  static func isSmall(_ area: CellRect) -> Bool { area.columns < 60 || area.rows < 12 }

  /// Centres a text in an area.
  ///
  /// - Parameters:
  ///   - title: The text of the first line.
  ///   - content: The text, laid out.
  ///   - columns: The overlay's width.
  ///   - margin: How many rows of the area stay free.
  ///   - minRows: The minimum rows covered.
  ///   - closing: The key that closes the overlay.
  ///   - keepsClosing: Whether to show that even if not all lines are visible.
  ///   - area: The frame's area.
  init(
    _ title: CleanText, _ content: [ChromeLine], columns: Int, margin: Int, minRows: Int,
    closing: String?, keepsClosing: Bool, in area: CellRect
  ) {
    self.title = title
    self.closing = closing.map { CleanText.localized("%s closes", $0) } ?? ""
    self.keepsClosing = keepsClosing
    let isPadded = !Self.isSmall(area) && content.count + 3 + margin <= area.rows
    lines = isPadded ? [[]] + content + [[]] : content
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
