import LibAV
import MediaCore
import Models
import Platform
import TestSupport

/// Where Flick shows a frame on a screen of half blocks, and how that frame should look.
struct FramePosition: Equatable {
  /// The first column, and the first row in halves of a cell.
  let left: Int
  let top: Int
  /// A pixel for each column, two for each row.
  let size: PixelSize
  private let area: FrameArea

  /// Places a frame of a shape on a screen whose last two rows are cue and seek bar.
  init(of shape: PixelSize, on screen: CellSize) {
    area = FrameArea(
      size: PixelSize(width: screen.columns, height: (screen.rows - 2) * 2),
      unit: PixelSize(width: 1, height: 2))
    size = area.placing(shape).size
    left = (area.size.width - size.width) / 2
    // A frame begins with a row of cells.
    top = (area.size.height - size.height) / 4 * 2
  }

  /// Decodes a clip's frames in this size, as the engine does.
  ///
  /// - Parameter limit: The most frames.
  /// - Throws: `MediaError`.
  func frames(of path: String, limit: Int = .max) throws(MediaError) -> [PixelBuffer] {
    let source = try LibAVOpener().open(
      .file(FilePath(path)), cancellation: CancellationToken())
    var frames: [PixelBuffer] = []
    while frames.count < limit, case .value = try source.nextFrame() {
      let frame = PixelBuffer(size: size)
      source.render(into: frame, showing: .whole)
      frames.append(frame)
    }
    return frames
  }

  /// What a terminal shows there.
  func frame(on model: TerminalModel) -> [UInt32] {
    model.frame(left: left, top: top, size: size)
  }
}
