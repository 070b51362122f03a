import AppFeature
import Graphics
import Models
import Platform

/// The text of a toast, laid out once for all frames in which it stands.
package struct ToastText {
  typealias Line = (text: CleanText, isBold: Bool)

  fileprivate var message: Toast.Message
  fileprivate var symbols: SymbolSet
  /// The maximum width of a line.
  fileprivate var columns: Int
  fileprivate var lines: [Line]
}

/// A toast over the frame, whose cells it darkens enough that white is legible on any of them.
package struct ToastOverlay {
  package var message: Toast.Message
  package var symbols = SymbolSet.unicode
  package var theme = ScreenTheme.dark
  package var formats = LocalFormats.plain
  package var keyMap = KeyMap.standard

  /// The remaining brightness: white on former white then has a contrast of more than 7, the
  /// heart's red of more than 3.
  package static let shade = 0.25

  /// In areas of at least this many rows, icons are twice as large.
  private static let rowsOfLargeToasts = 44
  private static let gaugeColumns = 24

  /// Draws the toast over an area, as much as fits.
  ///
  /// - Parameter last: The text drawn in the last frame.
  /// - Returns: The text of a toast that has nothing else.
  @discardableResult
  package func draw(
    in area: CellRect, of surface: inout Surface, after last: ToastText? = nil
  ) -> ToastText? {
    guard area.columns > 2, area.rows > 0 else { return nil }
    switch message {
    case .paused(let isPaused, of: _):
      draw(isPaused ? .paused : .playing, isLike: false, in: area, of: &surface)
    case .liked(let isLiked, of: _):
      draw(isLiked ? .heart : .emptyHeart, isLike: isLiked, in: area, of: &surface)
    case .seek(by: let seconds, of: _):
      drawStep(CleanText(words), isForwards: seconds >= 0, in: area, of: &surface)
    case .volume(let percent): drawVolume(percent, in: area, of: &surface)
    default:
      let columns = area.columns - 6
      let text =
        last.flatMap {
          $0.message == message && $0.symbols == symbols && $0.columns == columns ? $0 : nil
        }
        ?? ToastText(message: message, symbols: symbols, columns: columns, lines: lines(columns))
      draw(text.lines, in: area, of: &surface)
      return text
    }
    return nil
  }

  /// The text in this many columns.
  private func lines(_ columns: Int) -> [ToastText.Line] {
    switch message {
    case .note(let text, let short): return lines(text, short, columns)
    case .keys:
      let words = message.words(symbols, formats, keyMap)
      return lines(CleanText(words.long), CleanText(words.short), columns)
    default:
      let words = words
      guard message.hasDetail, let colon = words.firstRange(of: ": ") else {
        return lines(CleanText(words), detail: nil, columns)
      }
      return lines(
        CleanText(String(words[..<colon.lowerBound])),
        detail: CleanText(String(words[colon.upperBound...])), columns)
    }
  }

  private var words: String { message.words(symbols, formats, keyMap).long }

  /// A text, or if two rows are too few for it, its short form.
  private func lines(_ text: CleanText, _ short: CleanText, _ columns: Int) -> [ToastText.Line] {
    let isWide = text.wrapped(toColumns: max(columns, 1)).count <= 2
    return lines(isWide ? text : short, detail: nil, columns)
  }

  /// A text, and details in a second row or two.
  private func lines(
    _ title: CleanText, detail: CleanText?, _ columns: Int
  ) -> [ToastText.Line] {
    cut(title, columns: columns, rows: 2).map { ($0, true) }
      + (detail.map { detailLines($0, columns: columns) } ?? []).map { ($0, false) }
  }

  /// Draws text at the side towards which the clip was seeked.
  private func drawStep(
    _ text: CleanText, isForwards: Bool, in area: CellRect, of surface: inout Surface
  ) {
    let width = text.displayWidth + 6
    let quarter = area.columns / 4
    let middle = area.column + (isForwards ? area.columns - quarter : quarter)
    let column = min(
      max(middle - width / 2, area.column), area.column + max(area.columns - width, 0))
    let rows = area.rows >= 7 ? 3 : 1
    let box = CellRect(
      column: column, row: area.row + (area.rows - rows) / 2, columns: width, rows: rows
    ).intersection(area)
    surface.shade(box)
    surface.drawText(
      text, column: box.column + 3, row: box.row + rows / 2, maxColumns: box.columns - 3,
      attributes: .bold)
  }

  /// Whether halves of cells can be drawn.
  private func hasBlocks(_ surface: Surface) -> Bool {
    let glyphs = surface.frameForm.glyphs
    return symbols.hasArrows && glyphs != .space && glyphs != .ascii
  }

  /// Draws an icon in the middle; without blocks, or room, its text.
  private func draw(
    _ bitmap: ToastIcon, isLike: Bool, in area: CellRect, of surface: inout Surface
  ) {
    let bitmap = area.rows >= Self.rowsOfLargeToasts ? bitmap.doubled : bitmap
    let (columns, rows) = (bitmap.size.width, (bitmap.size.height + 1) / 2)
    let box = CellRect(
      column: area.column + (area.columns - columns - 6) / 2,
      row: area.row + (area.rows - rows - 2) / 2, columns: columns + 6, rows: rows + 2)
    guard hasBlocks(surface), box.columns <= area.columns, box.rows <= area.rows else {
      return draw([(CleanText(words), true)], in: area, of: &surface)
    }
    surface.darken(box, to: Self.shade)
    let color = isLike ? theme.liked : .white
    for row in 0..<rows {
      for column in 0..<columns {
        let (upper, lower) = (
          bitmap.contains(column, row * 2), bitmap.contains(column, row * 2 + 1)
        )
        guard upper || lower else { continue }
        let (x, y) = (box.column + 3 + column, box.row + 1 + row)
        let behind = surface[x, y]
        let halves = behind.halves ?? (behind.mean, behind.mean)
        surface[x, y] = Cell(
          glyph: .upperHalf, foreground: upper ? color : halves.top,
          background: lower ? color : halves.bottom)
      }
    }
  }

  /// Draws lines, one below the other in the upper part of an area.
  private func draw(
    _ lines: [ToastText.Line], in area: CellRect, of surface: inout Surface
  ) {
    guard let width = lines.map(\.text.displayWidth).max(), area.columns > 6 else { return }
    let box = box(columns: width, rows: lines.count, in: area)
    surface.shade(box.outer)
    for (index, line) in lines.prefix(box.inner.rows).enumerated() {
      let column = box.inner.column + max((box.inner.columns - line.text.displayWidth) / 2, 0)
      surface.drawText(
        line.text, column: column, row: box.inner.row + index, maxColumns: box.inner.columns,
        attributes: line.isBold ? .bold : [])
    }
  }

  /// Draws a name, its value, and a bar.
  private func drawVolume(_ percent: Int, in area: CellRect, of surface: inout Surface) {
    let (name, value) = (CleanText.localized("volume"), CleanText.localized("%s %%", percent))
    let columns = min(Self.gaugeColumns, area.columns - 6)
    guard area.rows >= 6, columns >= name.displayWidth + value.displayWidth + 1 else {
      return draw([(CleanText("\(name.string) \(value.string)"), true)], in: area, of: &surface)
    }
    let box = box(columns: columns, rows: 2, in: area)
    surface.shade(box.outer)
    let (column, row) = (box.inner.column, box.inner.row)
    surface.drawText(name, column: column, row: row, maxColumns: columns)
    surface.drawText(
      value, column: column + columns - value.displayWidth, row: row, maxColumns: columns,
      attributes: .bold)
    let steps = symbols.block.partials.count
    let shown = Int((min(max(Double(percent) / 100, 0), 1) * Double(columns * steps)).rounded())
    let played =
      String(repeating: symbols.block.full, count: shown / steps)
      + symbols.block.partials[shown % steps]
    let bar = played + String(repeating: symbols.rest, count: columns - played.count)
    surface.drawText(CleanText(bar), column: column, row: row + 1, maxColumns: columns)
  }

  /// A box of text in the upper part of an area, and the area inside its border.
  private func box(columns: Int, rows: Int, in area: CellRect) -> (outer: CellRect, inner: CellRect)
  {
    let border = area.rows >= 10 ? 1 : 0
    let outer = CellRect(
      column: area.column + (area.columns - columns - 6) / 2,
      row: area.row + (border > 0 ? area.rows / 10 : 0), columns: columns + 6,
      rows: rows + 2 * border
    ).intersection(area)
    let inner = CellRect(
      column: outer.column + 3, row: outer.row + border, columns: outer.columns - 6,
      rows: outer.rows - 2 * border)
    return (outer, inner)
  }

  /// A reason is cut at its end; of a location both ends are needed.
  private func detailLines(_ detail: CleanText, columns: Int) -> [CleanText] {
    switch message {
    case .copied, .saved: detail.wrapped(toColumns: columns, rows: 2)
    default: cut(detail, columns: columns, rows: 2)
    }
  }

  /// A text in this many rows, with an ellipsis at the end if it is longer.
  private func cut(_ text: CleanText, columns: Int, rows: Int) -> [CleanText] {
    let lines = text.fitted(toColumns: columns * (rows + 1)).wrapped(toColumns: columns)
    guard lines.count > rows else { return lines }
    let rest = lines.dropFirst(rows - 1).map(\.string).joined(separator: " ")
    return lines.prefix(rows - 1) + [CleanText(rest).fitted(toColumns: columns)]
  }
}

extension ToastOverlay {
  /// With Unicode symbols, in the dark theme.
  package init(message: Toast.Message) {
    self.init(message: message, symbols: .unicode)
  }
}

extension Surface {
  /// Darkens what a toast is drawn on, and takes away what was written there.
  fileprivate mutating func shade(_ box: CellRect) {
    darken(box, to: ToastOverlay.shade)
    for row in box.row..<(box.row + box.rows) {
      for column in box.column..<(box.column + box.columns) where self[column, row].mosaic == nil {
        self[column, row].glyph = .space
      }
    }
  }
}
