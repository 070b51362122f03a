import Glibc
import Models

/// Synthetic moving frames that cost an encoder about as much as filmed ones: a textured scene
/// under a panning camera, an object moving across it, and grain. Equal seeds give equal footage.
package struct Footage: Sendable {
  package let size: PixelSize
  /// How far the camera pans, in pixels per frame.
  private let pan: (x: Double, y: Double)
  /// The maximum grain, in levels.
  private let grain: Int
  private let seed: UInt64
  /// The scene, three levels per point, repeated in both directions.
  private let scene: [Float]

  private static let side = 256

  /// Creates footage.
  ///
  /// - Parameters:
  ///   - size: The size of its frames.
  ///   - seed: Different seeds give different clips.
  ///   - pan: How far the camera pans, in pixels per frame.
  ///   - grain: The maximum grain, in levels.
  package init(
    size: PixelSize, seed: UInt64, pan: (x: Double, y: Double) = (0.35, 0.1), grain: Int = 2
  ) {
    self.size = size
    self.seed = seed
    self.pan = pan
    self.grain = grain
    scene = Self.makeScene(seed: seed)
  }

  /// The frame with a number.
  package func frame(_ number: Int) -> PixelBuffer {
    var random = SeededGenerator(seed: seed &* 7919 &+ UInt64(number))
    let left = Double(number) * pan.x
    let top = Double(number) * pan.y
    let center = (
      x: Double(size.width) * (0.5 + 0.4 * sin(Double(number) * 0.05)),
      y: Double(size.height) * (0.5 + 0.3 * cos(Double(number) * 0.037))
    )
    let radius = Double(size.height) * 0.22
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (dx, dy) = (Double(x) - center.x, Double(y) - center.y)
        let isInside = dx * dx + dy * dy < radius * radius
        // The moving object shows another part of the texture.
        let (u, v) = isInside ? (dx + 97, dy + 31) : (Double(x) + left, Double(y) + top)
        let noise = random.next()
        var pixel: UInt32 = 0
        for channel in 0..<3 {
          let level = sample(u, v, channel)
          let speck =
            grain > 0 ? Int(noise >> (channel * 8) & 0xFF) % (2 * grain + 1) - grain : 0
          pixel = pixel << 8 | UInt32(min(max(Int(level) + speck, 0), 255))
        }
        pixels.append(pixel)
      }
    }
    return PixelBuffer(size: size, pixels: pixels)
  }

  private func sample(_ x: Double, _ y: Double, _ channel: Int) -> Float {
    let (column, row) = (Int(floor(x)), Int(floor(y)))
    let (right, below) = (Float(x - floor(x)), Float(y - floor(y)))
    func point(_ dx: Int, _ dy: Int) -> Float {
      let mask = Self.side - 1
      return scene[((row + dy) & mask) * Self.side * 3 + ((column + dx) & mask) * 3 + channel]
    }
    let above = point(0, 0) * (1 - right) + point(1, 0) * right
    let under = point(0, 1) * (1 - right) + point(1, 1) * right
    return above * (1 - below) + under * below
  }

  /// Noise at several scales, the finer the weaker, as in most photographs.
  private static func makeScene(seed: UInt64) -> [Float] {
    var scene = [Float](repeating: 110, count: side * side * 3)
    for (cell, amplitude) in [(64, 75.0), (16, 40.0), (4, 12.0)] as [(Int, Double)] {
      var random = SeededGenerator(seed: seed &+ UInt64(cell))
      let count = side / cell
      let lattice = (0..<(count * count * 3)).map { _ in
        Float(Double.random(in: -amplitude...amplitude, using: &random))
      }
      for y in 0..<side {
        for x in 0..<side {
          let (column, row) = (x / cell, y / cell)
          let right = smooth(Float(x % cell) / Float(cell))
          let below = smooth(Float(y % cell) / Float(cell))
          for channel in 0..<3 {
            func point(_ dx: Int, _ dy: Int) -> Float {
              lattice[((row + dy) % count * count + (column + dx) % count) * 3 + channel]
            }
            let above = point(0, 0) * (1 - right) + point(1, 0) * right
            let under = point(0, 1) * (1 - right) + point(1, 1) * right
            scene[(y * side + x) * 3 + channel] += above * (1 - below) + under * below
          }
        }
      }
    }
    return scene
  }

  private static func smooth(_ value: Float) -> Float { value * value * (3 - 2 * value) }
}
