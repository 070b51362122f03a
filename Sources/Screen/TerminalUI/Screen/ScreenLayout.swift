import Graphics
import Models

/// The layout of a screen of some size.
package struct ScreenLayout: Hashable, Sendable {
  package var size: CellSize
  /// The area of the frame and of text over it.
  package var frame: CellRect
  /// The row of title and badges; `nil` on a screen too small for it.
  package var titleBar: CellRect?
  /// The row of the seek bar, likewise.
  package var seekBar: CellRect?
  /// Width over height of a cell.
  package var cellAspect: Double
  /// How many pixels of a frame a cell shows, across and down.
  package var raster: PixelSize
  /// What the sides of a frame are multiples of, in such pixels.
  package var unit: PixelSize

  /// Lays out a screen of any size, even 0 x 0.
  package init(
    size: CellSize, cellAspect: Double = 0.5, form: FrameForm = .glyphs(.half)
  ) {
    let columns = max(size.columns, 0)
    let rows = max(size.rows, 0)
    self.size = CellSize(columns: columns, rows: rows)
    self.cellAspect = cellAspect > 0 ? cellAspect : 0.5
    let raster = form.raster
    self.raster = PixelSize(width: max(raster.width, 1), height: max(raster.height, 1))
    unit = form.unit
    // Below this, all cells go to the frame.
    let hasRows = columns >= 20 && rows >= 6
    let frameRows = hasRows ? rows - 2 : rows
    frame = CellRect(column: 0, row: 0, columns: columns, rows: frameRows)
    titleBar = hasRows ? CellRect(column: 0, row: rows - 2, columns: columns, rows: 1) : nil
    seekBar = hasRows ? CellRect(column: 0, row: rows - 1, columns: columns, rows: 1) : nil
  }

  /// The area for which the engine scales frames.
  package func frameArea(_ fit: FrameFit) -> FrameArea {
    FrameArea(
      size: PixelSize(
        width: frame.columns * raster.width, height: frame.rows * raster.height),
      pixelAspect: cellAspect * Double(raster.height) / Double(raster.width), fit: fit, unit: unit)
  }
}
