import AppFeature
import Graphics
import Models

// The seek bar on the rest of the screen.
extension ScreenDrawing {
  /// The part of the clip at a cell of the screen, from 0 to 1; `nil` if the cell is not on the
  /// seek bar.
  ///
  /// - Parameter isHeld: Whether the bar is being dragged: then any cell maps to one of the bar.
  package func seekFraction(
    _ model: ScreenModel, time: PlaybackTime, column: Int, row: Int, isHeld: Bool = false
  ) -> Double? {
    guard let clip = model.clip, clip.failure == nil, !time.isStill, let rect = layout.seekBar,
      isHeld || rect.row == row
    else { return nil }
    return seekBar(model, time: time)
      .fraction(atColumn: column - rect.column, columns: rect.columns, isHeld: isHeld)
  }

  /// The preview at the pointer on the seek bar; `nil` if that is elsewhere.
  package func seekPreview(
    _ model: ScreenModel, time: PlaybackTime, chapters: [Chapter]
  ) -> SeekPreview? {
    guard let fraction = model.controls.hover, let duration = time.duration,
      let rect = layout.seekBar, !model.isCovered
    else { return nil }
    let position = duration * fraction
    let column = seekBar(model, time: time).column(atFraction: fraction, columns: rect.columns)
    return SeekPreview(
      time: position, chapter: chapters.last { $0.start <= position }?.title,
      column: rect.column + column, formats: formats)
  }

  /// The area of a thumbnail over the bar; `nil` if there is no room.
  var previewArea: FrameArea? {
    SeekPreview.frameSize(in: layout.frame).map { cells in
      var area = layout.frameArea(.fit)
      area.size = PixelSize(
        width: cells.columns * layout.raster.width, height: cells.rows * layout.raster.height)
      return area
    }
  }
}
