import TestSupport
import Testing

@testable import Graphics

@Suite("TwoColors")
struct TwoColorsTests {
  @Test("No other partition is closer", arguments: [4, 6])
  func optimal(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for round in 0..<500 {
      let pixels = (0..<count).map { _ in pixel(round, &generator) }
      let colors = reduce(pixels)
      #expect(colors.bits & 1 == 1)
      let error = error(pixels, bits: colors.bits)
      let least =
        stride(from: UInt32(1), to: 1 << count, by: 2).map { self.error(pixels, bits: $0) }.min()
      #expect(error <= (least ?? 0) + 1e-6, "seed \(count), round \(round)")
      // The colours are the rounded means.
      let inside = pixels.indices.filter { colors.bits >> UInt32($0) & 1 != 0 }.map { pixels[$0] }
      #expect(colors.first == rounded(mean(inside)))
      let outside = pixels.indices.filter { colors.bits >> UInt32($0) & 1 == 0 }.map { pixels[$0] }
      if colors.first != colors.second { #expect(colors.second == rounded(mean(outside))) }
    }
  }

  @Test("Two colours are kept unchanged")
  func exact() {
    for bits in stride(from: UInt32(1), to: 63, by: 2) {
      let pixels: [UInt32] = (0..<6).map { bits >> UInt32($0) & 1 != 0 ? 0x10_2030 : 0xFE_DCBA }
      let colors = reduce(pixels)
      #expect(colors.bits == bits)
      #expect(colors.first == 0x10_2030)
      #expect(colors.second == 0xFE_DCBA)
    }
  }

  @Test("A single colour is used for both", arguments: [4, 6])
  func flat(count: Int) {
    for color in [0, 0x12_3456, 0xFF_FFFF] as [UInt32] {
      let colors = reduce(Array(repeating: color, count: count))
      #expect(colors.first == color)
      #expect(colors.second == color)
    }
  }

  @Test("Noise does not change the parts, new content does")
  func usual() {
    // The third pixel lies between the two groups, a little nearer to the second.
    let pixels: [UInt32] = [0x40_4040, 0x40_4040, 0x43_4343, 0x46_4646, 0x46_4646, 0x46_4646]
    let other: UInt32 = 0b000111
    #expect(reduce(pixels, usual: other).bits == other)
    #expect(reduce(pixels, usual: other).first == 0x41_4141)
    let clear: [UInt32] = [0, 0, 0xB0_B0B0, 0xFF_FFFF, 0xFF_FFFF, 0xFF_FFFF]
    #expect(reduce(clear, usual: other).bits == 0b000011)
    // What is flat stays flat.
    let flat = reduce([UInt32](repeating: 0x40_4040, count: 6), usual: other)
    #expect(flat.first == flat.second)
  }

  private func reduce(_ colors: [UInt32], usual: UInt32 = 0) -> TwoColors {
    let spare = Array(repeating: CellPixel(), count: TwoColors.room - colors.count)
    var pixels = colors.map { CellPixel($0) } + spare
    return pixels.withUnsafeMutableBufferPointer {
      colors.count == 4
        ? TwoColors(quadrants: $0, usual: usual) : TwoColors(sextants: $0, usual: usual)
    }
  }

  /// Of all kinds: any colours, close ones, and few.
  private func pixel(_ round: Int, _ generator: inout SeededGenerator) -> UInt32 {
    let any = UInt32(truncatingIfNeeded: generator.next()) & 0xFF_FFFF
    return switch round % 3 {
    case 0: any
    case 1: 0x40_6080 + (any & 0x07_0707)
    default: any & 0x80_8080
    }
  }

  private func channels(_ color: UInt32) -> [Double] {
    [0, 8, 16].map { Double(color >> $0 & 0xFF) }
  }

  private func mean(_ pixels: [UInt32]) -> [Double] {
    (0..<3).map { channel in
      pixels.reduce(0) { $0 + channels($1)[channel] } / Double(max(pixels.count, 1))
    }
  }

  private func rounded(_ channels: [Double]) -> UInt32 {
    let levels = channels.map { UInt32(($0 + 0.5).rounded(.down)) }
    return levels[0] | levels[1] << 8 | levels[2] << 16
  }

  private func error(_ pixels: [UInt32], bits: UInt32) -> Double {
    var error = 0.0
    for isInside in [true, false] {
      let group = pixels.indices.filter { (bits >> UInt32($0) & 1 != 0) == isInside }
        .map { pixels[$0] }
      let mean = mean(group)
      for pixel in group {
        for (channel, weight) in [2.0, 4, 3].enumerated() {
          let difference = channels(pixel)[channel] - mean[channel]
          error += weight * difference * difference
        }
      }
    }
    return error
  }
}
