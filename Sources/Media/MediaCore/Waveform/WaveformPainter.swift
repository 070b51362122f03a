import Glibc
import Models

/// Draws a waveform: the sound before and after a moment, the left channel upwards from the middle
/// and the right one downwards.
///
/// The moment is at the centre of the width; past sound is bright, future sound is dim. The body of
/// a column shows density and its fringe the peaks, both in decibels. Drawn pixel by pixel at its
/// display size.
struct WaveformPainter {
  /// Seconds visible before and after the moment.
  static let reach = 2.0
  /// The quietest visible sound, in decibels below full scale: speech in a quiet room is some 40
  /// above its background.
  static let range: Float = 48

  /// The colours of the pixels at one distance from the middle.
  private struct Tones {
    /// Of the body, past and future.
    var body: [SIMD3<Float>]
    /// Of the fringe, likewise.
    var fringe: [SIMD3<Float>]
  }

  /// Loud is warm, quiet is cold: from the middle of the height to its edges.
  private static let ramp: [SIMD3<Float>] = [[38, 110, 128], [92, 168, 140], [226, 178, 96]]
  private static let rampMiddle: Float = 0.6
  private static let fringeBrightness: Float = 0.45
  private static let comingBrightness: Float = 0.6

  /// The tones of each row, for the height they were computed for.
  private var tones: [Tones] = []

  /// Draws the sound around a moment over a whole frame.
  ///
  /// - Parameters:
  ///   - levels: The audio levels.
  ///   - time: The moment, in seconds.
  ///   - target: The frame, of any size.
  mutating func draw(
    _ levels: SoundLevels, at time: Double, into target: PixelBuffer
  ) {
    let (width, height) = (target.size.width, target.size.height)
    guard width > 0, height > 0 else { return }
    if tones.count != height { tones = (0..<height).map { Self.tones(row: $0, of: height) } }
    let step = 2 * Self.reach / Double(width)
    // Columns represent fixed stretches of time, so that they keep their heights while they move.
    let first = ((time - Self.reach) / step).rounded()
    target.withMutablePixels { pixels in
      for column in 0..<width {
        let start = (first + Double(column)) * step
        let level = levels.level(from: start, to: start + step)
        draw(level, isHeard: 2 * column < width, column: column, width: width, into: pixels)
      }
    }
  }

  private func draw(
    _ level: SoundLevels.Level, isHeard: Bool, column: Int, width: Int,
    into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    let height = tones.count
    let half = Float(height) / 2
    let fringe = SIMD2(Self.height(level.peak.x), Self.height(level.peak.y)) * half
    let body = SIMD2(Self.height(level.density.x), Self.height(level.density.y)) * half
    let side = isHeard ? 0 : 1
    for row in 0..<height {
      // From the middle to the pixel's near edge; zero for the middle row of an odd height.
      let distance = max(abs(Float(row) + 0.5 - half) - 0.5, 0)
      let channel = row < height / 2 ? 0 : 1
      let isMiddle = distance < 0.5
      let covered = isMiddle ? 1 : min(max(fringe[channel] - distance, 0), 1)
      let dense = min(max(body[channel] - distance, 0), 1)
      let tone =
        tones[row].fringe[side] * (covered * (1 - dense)) + tones[row].body[side] * dense
      pixels[row * width + column] = covered == 0 ? 0 : Self.pixel(tone)
    }
  }

  /// The fraction of the half height for a level from 0 to 1.
  private static func height(_ level: Float) -> Float {
    guard level > 0 else { return 0 }
    return min(max(1 + 20 * log10(level) / range, 0), 1)
  }

  private static func tones(row: Int, of height: Int) -> Tones {
    let half = Float(height) / 2
    let position = min(abs(Float(row) + 0.5 - half) / half, 1)
    let color =
      position < rampMiddle
      ? mix(ramp[0], ramp[1], position / rampMiddle)
      : mix(ramp[1], ramp[2], (position - rampMiddle) / (1 - rampMiddle))
    let fringe = color * fringeBrightness
    return Tones(
      body: [color, color * comingBrightness], fringe: [fringe, fringe * comingBrightness])
  }

  private static func mix(
    _ first: SIMD3<Float>, _ second: SIMD3<Float>, _ part: Float
  ) -> SIMD3<Float> {
    first + (second - first) * part
  }

  private static func pixel(_ color: SIMD3<Float>) -> UInt32 {
    UInt32(color.x) | UInt32(color.y) << 8 | UInt32(color.z) << 16
  }
}
