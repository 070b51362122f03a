import Models
import TestSupport

/// Where a program shows clips of one shape, found by a white one.
struct FramePlace {
  private let size: CellSize
  private let x: Range<Int>
  private let y: Range<Int>

  /// Plays a white clip and looks where it is; `nil` if it is nowhere.
  init?(_ command: [String], size: CellSize) throws {
    let capture = try TerminalCapture(command, size: size)
    capture.record(for: 1.5)
    let model = TerminalModel(size: size)
    for piece in capture.pieces { model?.feed(piece.bytes) }
    _ = capture.end()
    let isWhite = { (pixel: UInt32) in pixel >> 16 > 240 && pixel >> 8 & 0xFF > 240 }
    guard let bounds = model?.pixels.bounds(where: isWhite) else { return nil }
    self.size = size
    (x, y) = bounds
  }

  /// How near the frames shown come to those of a clip, in decibels.
  ///
  /// Each of up to eight frames is compared with all of the clip's and the nearest one counts:
  /// what is measured is fidelity, not punctuality.
  func quality(of pieces: [TerminalCapture.Piece], clip: String) throws -> [Double] {
    guard let model = TerminalModel(size: size) else { return [] }
    let references = try FFmpegCommand.frames(
      of: clip, size: PixelSize(width: x.count, height: y.count), count: 1_000)
    var samples: [Double] = []
    let interval = max(pieces.count / 9, 1)
    var wait = interval
    for piece in pieces {
      model.feed(piece.bytes)
      _ = model.takeReplies()
      wait -= 1
      // Between two updates the frame is whole.
      guard wait <= 0, !model.isInsideSynchronizedUpdate else { continue }
      wait = interval
      let shown = model.pixels.cropped(x: x, y: y)
      samples.append(references.map { shown.psnr(against: $0) }.max() ?? 0)
    }
    return samples
  }
}
