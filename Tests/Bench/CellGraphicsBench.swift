import CAllocations
import Graphics
import Models
import Platform
import TestSupport

/// Measures drawing and encoding on frames made here, so that figures of different machines and
/// days compare.
enum CellGraphicsBench {
  /// Runs all measurements.
  ///
  /// - Parameter clock: Seconds of processor time or of a monotonic clock.
  /// - Returns: For each size and lambda bytes per frame and nanoseconds per cell, and the time to
  ///   draw a frame.
  static func run(clock: () -> Double) -> [Figure] {
    var figures: [Figure] = []
    for size in [CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 48)] {
      let frames = (0..<frameCount).map { frame(for: size, frame: $0) }
      let name = "\(size.columns)x\(size.rows)"
      figures.append(drawing(frames, size, name, clock))
      for lambda in [0, 2, 16] {
        figures += encoding(frames, size, lambda, "\(name).lambda\(lambda)", clock)
      }
      figures += encoding(frames, size, 2, "\(name).lambda2.next", looksAhead: true, clock)
    }
    return figures
  }

  /// Enough for a stable mean at about a tenth of a second a measurement.
  private static let frameCount = 60

  private static func drawing(
    _ frames: [PixelBuffer], _ size: CellSize, _ name: String, _ clock: () -> Double
  ) -> Figure {
    var surface = Surface(size: size)
    let start = clock()
    for frame in frames { surface.drawFrame(frame, in: surface.bounds) }
    let seconds = clock() - start
    return Figure(
      name: "cells.draw.\(name)", value: seconds / Double(frames.count) * 1e6, unit: "us")
  }

  private static func encoding(
    _ frames: [PixelBuffer], _ size: CellSize, _ lambda: Int, _ name: String,
    looksAhead: Bool = false, _ clock: () -> Double
  ) -> [Figure] {
    var surface = Surface(size: size)
    var encoder = FrameEncoder(size: size, depth: .trueColor)
    encoder.lambda = Double(lambda)
    var output: [UInt8] = []
    var (seconds, bytes) = (0.0, 0)
    var allocations: UInt64 = 0
    for (index, frame) in frames.enumerated() {
      surface.drawFrame(frame, in: surface.bounds)
      let next = index + 1 < frames.count ? frames[index + 1] : nil
      surface.expect(looksAhead ? next : nil, in: surface.bounds)
      output.removeAll(keepingCapacity: true)
      encoder.forgetPen()
      let before = flick_allocation_count()
      let start = clock()
      let count = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      // The first frame is another matter: everything is unknown.
      guard index > 0 else { continue }
      seconds += clock() - start
      bytes += count
      allocations += flick_allocation_count() - before
    }
    let frames = Double(frames.count - 1)
    let prefix = "cells.encode.\(name)"
    return [
      Figure(name: "\(prefix).bytes", value: Double(bytes) / frames, unit: "B"),
      Figure(
        name: "\(prefix).time", value: seconds / frames / Double(size.columns * size.rows) * 1e9,
        unit: "ns/cell"),
      Figure(
        name: "\(prefix).allocations", value: Double(allocations) / frames, unit: "allocations"),
    ]
  }

  /// Drifting waves with a little grain: most cells change a little in every frame, as in footage.
  private static func frame(for size: CellSize, frame: Int) -> PixelBuffer {
    let pixels = PixelSize(width: size.columns, height: size.rows * 2)
    var noise = UInt32(truncatingIfNeeded: frame) &* 2_654_435_761 | 1
    let wave = { (value: Int) in value & 511 < 256 ? value & 511 : 511 - value & 511 }
    return PixelBuffer(
      size: pixels,
      pixels: (0..<pixels.width * pixels.height).map { index in
        noise ^= noise << 13
        noise ^= noise >> 17
        noise ^= noise << 5
        let grain = Int(noise & 1)
        let (x, y) = (index % pixels.width, index / pixels.width)
        return Color(
          red: UInt8(wave(x * 4 + y + frame) / 2 + grain),
          green: UInt8(wave(y * 3 - x + frame / 2) / 2 + 40 + grain),
          blue: UInt8(wave(x + y * 2) / 3 + 60 + grain)
        ).rawValue
      })
  }
}

extension Benchmark {
  /// Drawing and encoding, on frames made here.
  static let cells = Benchmark(name: "cells") { report in
    for figure in CellGraphicsBench.run(clock: { HostTime.now }) {
      report.add(figure.name, figure.value, figure.unit)
    }
  }
}
