import Glibc
import Graphics
import Models
import Platform
import TestSupport

/// How close each glyph set comes to frames of the user's own, for how many bytes:
/// `bench --glyphs FILE WxH`. The frames have 8 x 16 pixels a cell, as on a screen.
enum GlyphReport {
  private static let cell = PixelSize(width: 8, height: 16)
  private static let lambdas: [Double] = [0, 1, 2, 4, 8, 16, 64, 256]

  /// Measures files of raw frames, each followed by its size in pixels, and prints a line for each
  /// set and lambda.
  ///
  /// - Returns: Whether all of them could be read.
  static func run(_ arguments: [String]) -> Bool {
    RawFrames.read(arguments) { path, clip in
      print(path)
      for set in [GlyphSet.half, .quadrant, .sextant, .octant] {
        for lambda in lambdas { print(line(clip, set, lambda)) }
      }
    }
  }

  private static func line(_ clip: RawFrames, _ set: GlyphSet, _ lambda: Double) -> String {
    let size = CellSize(
      columns: clip.size.width / cell.width, rows: clip.size.height / cell.height)
    var encoder = FrameEncoder(size: size, depth: .trueColor)
    encoder.glyphs = set
    encoder.lambda = lambda
    var surface = Surface(size: size)
    surface.frameForm = .glyphs(set)
    var output: [UInt8] = []
    var (bytes, drawing, encoding, squares) = (0, 0.0, 0.0, 0)
    for frame in clip.frames {
      let scaled = frame.averaged(from: cell, to: set.raster, cells: size)
      output.removeAll(keepingCapacity: true)
      encoder.forgetPen()
      let start = HostTime.thread
      surface.drawFrame(scaled, in: surface.bounds)
      let drawn = HostTime.thread
      bytes += encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      drawing += drawn - start
      encoding += HostTime.thread - drawn
      squares += encoder.squaredError(against: frame, cell: cell)
    }
    let count = Double(clip.frames.count)
    let cells = count * Double(size.columns * size.rows)
    let samples = cells * Double(cell.width * cell.height * 3)
    let decibels = 10 * log10(255 * 255 * samples / Double(max(squares, 1)))
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    return "  \(set), lambda \(Int(lambda)): \(Int(Double(bytes) / count)) bytes, "
      + "\((decibels * 100).rounded() / 100) dB, draw \(tenths(drawing / cells * 1e9)), "
      + "encode \(tenths(encoding / cells * 1e9)) ns/cell"
  }
}

extension FrameEncoder {
  /// Sums up the squared errors of what the screen shows of a frame.
  ///
  /// - Parameter cell: How many of the frame's pixels make up a cell.
  fileprivate func squaredError(against frame: PixelBuffer, cell: PixelSize) -> Int {
    var sum = 0
    frame.withPixels { pixels in
      for row in 0..<size.rows {
        for column in 0..<size.columns {
          guard let mosaic = shownCell(column: column, row: row)?.mosaic else { continue }
          for y in 0..<cell.height {
            for x in 0..<cell.width {
              let part = y * MosaicMask.rows / cell.height * 2 + x * 2 / cell.width
              let shown =
                mosaic.mask.rawValue >> UInt32(part) & 1 != 0 ? mosaic.first : mosaic.second
              let place = (row * cell.height + y) * frame.size.width + column * cell.width + x
              sum += shown.squaredDifference(to: Color(rawValue: pixels[place]))
            }
          }
        }
      }
    }
    return sum
  }
}
