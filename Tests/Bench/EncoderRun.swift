import Glibc
import Graphics
import Models
import Platform
import TestSupport

/// The frame encoder's way through a clip: each frame a pixel a half block, none left out.
struct EncoderRun {
  let bytesPerFrame: Double
  /// The peak signal-to-noise ratio of the halves shown, over all channels of all frames.
  let decibels: Double
  let nanosecondsPerCell: Double

  /// Encodes all frames, the first one onto a screen of which nothing is known.
  ///
  /// - Parameters:
  ///   - clip: Its size in cells becomes the screen's.
  ///   - depth: The colours of the screen; errors are against the frames in any case.
  ///   - lambda: What a byte is worth to the encoder.
  ///   - looksAhead: Whether the encoder knows the next frame, as while a clip plays.
  init(
    _ clip: RawFrames, depth: ColorDepth = .trueColor, lambda: Double, looksAhead: Bool = true
  ) {
    let size = CellSize(columns: clip.size.width, rows: (clip.size.height + 1) / 2)
    var encoder = FrameEncoder(size: size, depth: depth)
    encoder.lambda = lambda
    var surface = Surface(size: size)
    var output: [UInt8] = []
    var (bytes, seconds, squares) = (0, 0.0, 0)
    for (index, frame) in clip.frames.enumerated() {
      let next = index + 1 < clip.frames.count ? clip.frames[index + 1] : nil
      surface.drawFrame(frame, in: surface.bounds)
      surface.expect(looksAhead ? next : nil, in: surface.bounds)
      output.removeAll(keepingCapacity: true)
      // As after chrome: the pen is not known.
      encoder.forgetPen()
      let start = HostTime.thread
      bytes += encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      seconds += HostTime.thread - start
      squares += encoder.squaredError(against: surface)
    }
    let cells = clip.frames.count * size.columns * size.rows
    bytesPerFrame = Double(bytes) / Double(clip.frames.count)
    decibels =
      squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(cells * 6) / Double(squares))
    nanosecondsPerCell = seconds / Double(cells) * 1e9
  }

  /// Finds the greatest lambda that keeps a quality, to about one part in a thousand.
  static func lambda(of clip: RawFrames, decibels: Double, looksAhead: Bool = true) -> Double {
    var (low, high) = (0.02, 60.0)
    for _ in 0..<13 {
      let middle = (low * high).squareRoot()
      if EncoderRun(clip, lambda: middle, looksAhead: looksAhead).decibels > decibels {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }
}
