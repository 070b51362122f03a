import Models
import TestSupport
import Testing

@testable import Graphics

/// Frames in palettes.
@Suite("OrderedDither")
struct OrderedDitherTests {
  private func pattern(_ color: Color, _ encoder: FrameEncoder) -> [Color] {
    (0..<16).map { encoder.shown(color, column: $0 % 4, halfRow: $0 / 4) }
  }

  private func encoder(_ depth: ColorDepth) -> FrameEncoder {
    FrameEncoder(size: CellSize(columns: 1, rows: 1), depth: depth)
  }

  @Test("A palette colour is not dithered", arguments: [ColorDepth.palette256, .palette16])
  func exactColors(depth: ColorDepth) {
    let encoder = encoder(depth)
    for index in depth == .palette256 ? 16...255 : 0...15 {
      let color = Palette.color(at: UInt8(index))
      #expect(pattern(color, encoder).allSatisfy { $0 == color }, "\(index)")
    }
  }

  @Test("A colour close to a palette colour is not dithered either")
  func nearlyExactColors() {
    let encoder = encoder(.palette256)
    for level in [0, 1, 254, 255] as [UInt8] {
      let colors = Set(pattern(Color(red: level, green: level, blue: level), encoder))
      #expect(colors.count == 1)
    }
  }

  @Test("A dithered colour is on average closer than the closest palette colour")
  func means() {
    let encoder = encoder(.palette256)
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    var (dithered, flat) = (0.0, 0.0)
    for _ in 0..<2000 {
      let color = Color(rawValue: UInt32.random(in: 0..<0x100_0000, using: &generator))
      let pattern = pattern(color, encoder)
      func error(_ level: (Color) -> UInt8) -> Double {
        let mean = pattern.reduce(0) { $0 + Double(level($1)) } / 16
        return (mean - Double(level(color))) * (mean - Double(level(color)))
      }
      func flatError(_ level: (Color) -> UInt8) -> Double {
        let nearest = Palette.color(at: Palette.nearest(to: color, depth: .palette256))
        let difference = Double(level(nearest)) - Double(level(color))
        return difference * difference
      }
      dithered += error(\.red) + error(\.green) + error(\.blue)
      flat += flatError(\.red) + flatError(\.green) + flatError(\.blue)
    }
    #expect(dithered < flat / 2, "seed \(seed)")
  }

  @Test("A static frame costs nothing", arguments: [ColorDepth.palette256, .palette16])
  func rest(depth: ColorDepth) {
    var harness = EncoderHarness(columns: 30, rows: 10, depth: depth, lambda: 0)
    var surface = Surface(size: harness.encoder.size)
    surface.drawFrame(
      SyntheticFrame.footage(PixelSize(width: 30, height: 20), frame: 1), in: surface.bounds)
    #expect(harness.show(surface) > 0)
    #expect(harness.encoder.isExact)
    #expect(harness.show(surface) == 0)
  }
}
