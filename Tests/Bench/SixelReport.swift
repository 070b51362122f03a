import Graphics
import Models
import Platform

/// What sixels cost on frames of the user's own: `bench --sixel FILE WxH`, whole cells of 10 x 20
/// pixels.
enum SixelReport {
  /// Measures files of raw frames, each followed by its size in pixels, and prints a line for each:
  /// frames drawn alone, and where only changed pixels are drawn.
  ///
  /// - Returns: Whether all of them could be read.
  static func run(_ arguments: [String]) -> Bool {
    RawFrames.read(arguments) { path, clip in
      for registers in [256, 128, 64] {
        for isWhole in [true, false] {
          let (bytes, seconds) = measure(clip, registers: registers, isWhole: isWhole)
          print(
            path, "\(registers) colours,", isWhole ? "whole:" : "changes:",
            "\(bytes) bytes,", "\((seconds * 10_000).rounded() / 10) ms a frame")
        }
      }
    }
  }

  private static func measure(
    _ clip: RawFrames, registers: Int, isWhole: Bool
  ) -> (bytes: Int, seconds: Double) {
    let cell = PixelSize(width: 10, height: 20)
    var surface = Surface(
      size: CellSize(
        columns: clip.size.width / cell.width, rows: clip.size.height / cell.height + 1))
    surface.frameForm = .pixels(cell: cell)
    var screen = SixelScreen()
    var encoder = SixelEncoder(registers: registers)
    var (output, pieces): ([UInt8], [SixelScreen.Piece]) = ([], [])
    var (bytes, seconds) = (0, 0.0)
    for frame in clip.frames {
      surface.drawFrame(frame, in: surface.bounds)
      let start = HostTime.thread
      output.removeAll(keepingCapacity: true)
      pieces.removeAll(keepingCapacity: true)
      var parts: [CellRect] = []
      surface.appendSeenParts(ofImage: 0, under: [], to: &parts)
      screen.show(surface, parts: [parts], reduction: 1, into: &pieces)
      for piece in pieces {
        encoder.encode(
          ImageReader(surface.images[piece.imageIndex]), cells: piece.cells,
          over: piece.isShown && !isWhole, into: &output)
      }
      seconds += HostTime.thread - start
      bytes += output.count
    }
    return (bytes / max(clip.frames.count, 1), seconds / Double(max(clip.frames.count, 1)))
  }
}
