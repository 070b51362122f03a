import AppFeature
import Graphics
import Models

// What the seek bar has to do with the rest of the screen.
extension ScreenDrawing {
  /// The part of the clip that a cell of the screen stands for, from 0 to 1; `nil` if it is none of the
  /// seek bar's.
  ///
  /// - Parameter isHeld: Whether the bar is in the user's hand: then any cell stands for one of its.
  package func seekFraction(
    _ model: ScreenModel, time: PlaybackTime, column: Int, row: Int, isHeld: Bool = false
  ) -> Double? {
    guard let clip = model.clip, clip.failure == nil, !time.isStill, let rect = layout.seekBar,
      isHeld || rect.row == row
    else { return nil }
    return seekBar(model, time: time)
      .fraction(atColumn: column - rect.column, columns: rect.columns, isHeld: isHeld)
  }

  /// What is under the pointer on the seek bar; `nil` if that is elsewhere.
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

  /// What a small frame over the bar has to fit into; `nil` where there is no room for one.
  var previewArea: FrameArea? {
    SeekPreview.frameSize(in: layout.frame).map { cells in
      FrameArea(
        size: PixelSize(
          width: cells.columns * layout.raster.width, height: cells.rows * layout.raster.height),
        pixelAspect: layout.frameArea(.fit).pixelAspect)
    }
  }
}
