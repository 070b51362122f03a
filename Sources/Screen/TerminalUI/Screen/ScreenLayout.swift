import Graphics
import Models

/// Where everything stands on a screen of some size.
package struct ScreenLayout: Hashable, Sendable {
  package var size: CellSize
  /// Where the picture, and text over it, may be.
  package var picture: CellRect
  /// The row of title and signs; `nil` on a screen too small for it.
  package var caption: CellRect?
  /// The row of the seek bar, likewise.
  package var seekBar: CellRect?
  /// Width over height of a cell.
  package var cellAspect: Double
  /// How many pixels of a picture a cell shows, across and down.
  package var raster: PixelSize

  /// Lays out a screen; any size will do, even 0 x 0.
  package init(
    size: CellSize, cellAspect: Double = 0.5, raster: PixelSize = PixelSize(width: 1, height: 2)
  ) {
    let columns = max(size.columns, 0)
    let rows = max(size.rows, 0)
    self.size = CellSize(columns: columns, rows: rows)
    self.cellAspect = cellAspect > 0 ? cellAspect : 0.5
    self.raster = PixelSize(width: max(raster.width, 1), height: max(raster.height, 1))
    // Below this, every cell goes to the picture.
    let hasRows = columns >= 20 && rows >= 6
    let pictureRows = hasRows ? rows - 2 : rows
    picture = CellRect(column: 0, row: 0, columns: columns, rows: pictureRows)
    caption = hasRows ? CellRect(column: 0, row: rows - 2, columns: columns, rows: 1) : nil
    seekBar = hasRows ? CellRect(column: 0, row: rows - 1, columns: columns, rows: 1) : nil
  }

  /// What the engine scales pictures for.
  package func pictureArea(_ fit: PictureFit) -> PictureArea {
    PictureArea(
      size: PixelSize(
        width: picture.columns * raster.width, height: picture.rows * raster.height),
      pixelAspect: cellAspect * Double(raster.height) / Double(raster.width), fit: fit)
  }
}
