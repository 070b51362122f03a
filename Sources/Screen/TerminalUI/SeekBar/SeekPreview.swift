import Graphics
import Models
import Platform

/// What is at the part of the clip under the pointer: its time, its chapter and a small picture, over
/// the picture above the bar.
package struct SeekPreview {
  /// Seconds since the clip's first picture.
  package var time: Double
  /// The title of the chapter there; `nil` where there is none.
  package var chapter: CleanText?
  /// The picture there; `nil` as long as there is none.
  package var picture: PixelBuffer?
  /// The column of the screen that it belongs to.
  package var column: Int
  package var formats = LocalFormats.plain

  /// The picture behind shows through the ground and the edge by so much.
  private static let shade = 0.25
  private static let mostTextColumns = 40

  /// How many cells a small picture may take in an area; `nil` where it would only be in the way.
  static func pictureSize(in area: CellRect) -> CellSize? {
    guard area.columns >= 40, area.rows >= 12 else { return nil }
    return CellSize(
      columns: min(max(area.columns / 4, 16), 32), rows: min(max(area.rows / 3, 5), 10))
  }

  /// Draws the preview at the foot of an area.
  package func draw(in area: CellRect, of surface: inout Surface) {
    guard area.columns >= 8, area.rows > 0 else { return }
    let words = [formats.clock(time), chapter?.string].compactMap(\.self).joined(separator: "  ")
    let text = CleanText(words).fitted(toColumns: min(area.columns - 2, Self.mostTextColumns))
    let picture = picture.flatMap { pixels in
      cells(of: pixels, on: surface).flatMap { cells in
        cells.columns + 2 <= area.columns && cells.rows + 1 <= area.rows ? (pixels, cells) : nil
      }
    }
    let columns = max(text.displayWidth, picture?.1.columns ?? 0) + 2
    let rows = 1 + (picture?.1.rows ?? 0)
    let left = min(max(column - columns / 2, area.column), area.column + area.columns - columns)
    let box = CellRect(
      column: left, row: area.row + area.rows - rows, columns: columns, rows: rows)
    surface.darken(box, to: Self.shade)
    if let (pixels, cells) = picture {
      surface.drawPicture(
        pixels,
        in: CellRect(
          column: left + (columns - cells.columns) / 2, row: box.row, columns: cells.columns,
          rows: cells.rows))
    }
    surface.drawText(
      text, column: left + (columns - text.displayWidth) / 2, row: box.row + rows - 1,
      maxColumns: text.displayWidth, foreground: .white, background: nil)
  }

  private func cells(of picture: PixelBuffer, on surface: Surface) -> CellSize? {
    let raster = surface.pictureForm.raster
    guard picture.size.width > 0, picture.size.height > 0 else { return nil }
    return CellSize(
      columns: (picture.size.width + raster.width - 1) / raster.width,
      rows: (picture.size.height + raster.height - 1) / raster.height)
  }
}
