import Graphics
import Models

/// Frames made by integer arithmetic alone: the same on every machine.
package enum SyntheticFrame {
  /// A textured ground that drifts, with grain that changes in every frame, and a bright disc that
  /// crosses it: smooth, noisy and moving parts as footage has them.
  package static func footage(_ size: PixelSize, frame: Int) -> PixelBuffer {
    var generator = SeededGenerator(seed: UInt64(frame))
    let (discX, discY) = (frame * 2 % max(size.width, 1), size.height / 3)
    let radius = size.height / 5
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let grain = Int(generator.next() & 3)
        let distance = (x - discX) * (x - discX) + (y - discY) * (y - discY)
        let isDisc = distance < radius * radius
        let wave = triangle(x * 3 + y * 2 + frame / 2) + triangle(y * 5 - x) / 2
        let red = isDisc ? 240 - distance / 8 : wave / 2 + 20
        let green = isDisc ? 200 : triangle(x + frame / 3) / 2 + y / 2
        let blue = isDisc ? 60 : wave / 3 + 60
        let channels = [red, green, blue].map { UInt8(min(max($0 + grain, 0), 255)) }
        pixels.append(
          Color(red: channels[0], green: channels[1], blue: channels[2]).rawValue)
      }
    }
    return PixelBuffer(size: size, pixels: pixels)
  }

  /// Rises from 0 to 255 and falls again within 512.
  private static func triangle(_ value: Int) -> Int {
    let phase = value & 511
    return phase < 256 ? phase : 511 - phase
  }
}
