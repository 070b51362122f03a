import Graphics
import Models

/// The subtitles of a clip, over the lower third of its frame, and its caption over the upper.
package struct SubtitleOverlay {
  package var subtitles: [SubtitleCue]
  /// The caption of a clip in a data set; what does not fit is cut.
  package var caption: [CleanText] = []

  /// How much the frame shows through the text's ground.
  private static let shade = 0.3
  /// Longer lines are hard to read in the time available.
  private static let maxColumns = 64

  /// Draws the text, as much as fits, covering no more of the frame than needed.
  ///
  /// - Returns: The rows down to the end of the caption; `nil` without one.
  @discardableResult
  package func draw(in area: CellRect, of surface: inout Surface) -> CellRect? {
    let columns = min(area.columns - 4, Self.maxColumns)
    guard columns > 0, area.rows > 0 else { return nil }
    let rows = max(area.rows / 3, min(area.rows, 1))
    let captioned = drawCaption(in: area, columns: columns, rows: rows, of: &surface)
    // The latest lines are the current ones.
    var lines: [StyledText] = []
    for line in subtitles.flatMap(\.lines).reversed() where lines.count < rows {
      lines = line.wrapped(toColumns: columns) + lines
    }
    let shown = lines.suffix(rows)
    // A row of the frame below the text, if there is one.
    let bottom = area.row + area.rows - (area.rows > 3 ? 1 : 0)
    for (index, line) in shown.enumerated() {
      draw(line, row: bottom - shown.count + index, in: area, of: &surface)
    }
    return captioned
  }

  private func drawCaption(
    in area: CellRect, columns: Int, rows: Int, of surface: inout Surface
  ) -> CellRect? {
    var lines = Array(caption.lazy.flatMap { $0.wrapped(toColumns: columns) }.prefix(rows + 1))
    if lines.count > rows, rows > 0 {
      lines.removeLast()
      lines[rows - 1] = lines[rows - 1].withEllipsis(columns: columns)
    }
    let top = area.row + (area.rows > 3 ? 1 : 0)
    for (index, line) in lines.enumerated() {
      draw(StyledText([StyledText.Span(line)]), row: top + index, in: area, of: &surface)
    }
    guard !lines.isEmpty else { return nil }
    var captioned = area
    captioned.rows = top + lines.count - area.row
    return captioned
  }

  private func draw(
    _ line: StyledText, row: Int, in area: CellRect, of surface: inout Surface
  ) {
    let width = line.displayWidth
    let column = area.column + (area.columns - width) / 2
    surface.darken(
      CellRect(column: column - 1, row: row, columns: width + 2, rows: 1), to: Self.shade)
    draw(line, column: column, row: row, of: &surface)
  }

  private func draw(_ line: StyledText, column: Int, row: Int, of surface: inout Surface) {
    var column = column
    for span in line.spans {
      var attributes: GlyphAttributes = []
      if span.style.isBold { attributes.insert(.bold) }
      if span.style.isItalic { attributes.insert(.italic) }
      let width = span.text.displayWidth
      surface.drawText(
        span.text, column: column, row: row, maxColumns: width,
        foreground: span.style.color.map { Self.legible(Color(rawValue: $0)) } ?? .white,
        attributes: attributes)
      column += width
    }
  }

  /// Text of lower luma cannot be read on a darkened frame.
  private static let minLuma = 110

  /// The colour, with as much white as needed: scripts are also written for black on an outline.
  private static func legible(_ color: Color) -> Color {
    var color = color
    while luma(color) < minLuma { color = color.mean(with: .white) }
    return color
  }

  /// ITU-R BT.601.
  private static func luma(_ color: Color) -> Int {
    (Int(color.red) * 299 + Int(color.green) * 587 + Int(color.blue) * 114) / 1000
  }
}
