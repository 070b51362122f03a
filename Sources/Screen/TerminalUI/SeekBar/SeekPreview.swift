import Graphics
import Models
import Platform

/// The preview at the pointer: its time, chapter and thumbnail, over the frame above the bar.
package struct SeekPreview {
  /// Seconds since the clip's first frame.
  package var time: Double
  /// The title of the chapter there; `nil` if there is none.
  package var chapter: CleanText?
  /// The frame there; `nil` until it is loaded.
  package var frame: PixelBuffer?
  /// The screen column it points at.
  package var column: Int
  package var formats = LocalFormats.plain

  /// How much the frame shows through the ground and the border.
  private static let shade = 0.25
  private static let maxTextColumns = 40

  /// The cells of a thumbnail in an area; `nil` where it would only be in the way.
  static func frameSize(in area: CellRect) -> CellSize? {
    guard area.columns >= 40, area.rows >= 12 else { return nil }
    return CellSize(
      columns: min(max(area.columns / 4, 16), 32), rows: min(max(area.rows / 3, 5), 10))
  }

  /// Draws the preview at the bottom of an area.
  package func draw(in area: CellRect, of surface: inout Surface) {
    guard area.columns >= 8, area.rows > 0 else { return }
    let words = [formats.clock(time), chapter?.string].compactMap(\.self).joined(separator: "  ")
    let text = CleanText(words).fitted(toColumns: min(area.columns - 2, Self.maxTextColumns))
    let frame = frame.flatMap { pixels in
      cells(of: pixels, on: surface).flatMap { cells in
        cells.columns + 2 <= area.columns && cells.rows + 1 <= area.rows ? (pixels, cells) : nil
      }
    }
    let columns = max(text.displayWidth, frame?.1.columns ?? 0) + 2
    let rows = 1 + (frame?.1.rows ?? 0)
    let left = min(max(column - columns / 2, area.column), area.column + area.columns - columns)
    let box = CellRect(
      column: left, row: area.row + area.rows - rows, columns: columns, rows: rows)
    surface.darken(box, to: Self.shade)
    if let (pixels, cells) = frame {
      surface.drawFrame(
        pixels,
        in: CellRect(
          column: left + (columns - cells.columns) / 2, row: box.row, columns: cells.columns,
          rows: cells.rows))
    }
    surface.drawText(
      text, column: left + (columns - text.displayWidth) / 2, row: box.row + rows - 1,
      maxColumns: text.displayWidth)
  }

  private func cells(of frame: PixelBuffer, on surface: Surface) -> CellSize? {
    let raster = surface.frameForm.raster
    guard frame.size.width > 0, frame.size.height > 0 else { return nil }
    return CellSize(
      columns: (frame.size.width + raster.width - 1) / raster.width,
      rows: (frame.size.height + raster.height - 1) / raster.height)
  }
}
