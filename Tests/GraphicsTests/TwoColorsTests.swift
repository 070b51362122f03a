import TestSupport
import Testing

@testable import Graphics

@Suite("TwoColors")
struct TwoColorsTests {
  @Test("Both colours are the means of their pixels", arguments: [4, 6, 8])
  func means(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for round in 0..<500 {
      let cells = cells(round, count, &generator)
      let colors = reduce(cells)
      for (lane, pixels) in cells.enumerated() {
        let bits = colors.bits[lane]
        #expect(bits & 1 == 1)
        let inside = pixels.indices.filter { bits >> UInt32($0) & 1 != 0 }.map { pixels[$0] }
        #expect(isRounded(colors.first[lane], mean(inside)))
        let outside = pixels.indices.filter { bits >> UInt32($0) & 1 == 0 }.map { pixels[$0] }
        #expect(isRounded(colors.second[lane], mean(outside.isEmpty ? inside : outside)))
      }
    }
  }

  @Test("The error is little above that of the best parts", arguments: [4, 6, 8])
  func closeness(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count) + 10)
    var (error, least) = (0.0, 0.0)
    for round in 0..<200 {
      let cells = cells(round * 3, count, &generator)
      let colors = reduce(cells)
      for (lane, pixels) in cells.enumerated() {
        error += self.error(pixels, bits: colors.bits[lane])
        least +=
          stride(from: UInt32(1), to: 1 << count, by: 2).map { self.error(pixels, bits: $0) }
          .min() ?? 0
      }
    }
    // Random colours are the worst case; frames stay within 15 % (docs/decisions/cells-glyphs.md).
    #expect(error < least * 1.4)
  }

  @Test("Two colours are kept unchanged, even of the same brightness", arguments: [4, 6, 8])
  func exact(count: Int) {
    // The last two are equally bright.
    let pairs: [(UInt32, UInt32)] = [
      (0x10_2030, 0xFE_DCBA), (0xFE_DCBA, 0x10_2030), (0x00_00FF, 0xAA_0000),
    ]
    for (one, other) in pairs {
      for bits in stride(from: UInt32(1), to: (1 << count) - 1, by: 2) {
        let pixels = (0..<count).map { bits >> UInt32($0) & 1 != 0 ? one : other }
        let colors = reduce(Array(repeating: pixels, count: 4))
        #expect(colors.bits == SIMD4(repeating: bits))
        #expect(colors.first == SIMD4(repeating: one))
        #expect(colors.second == SIMD4(repeating: other))
      }
    }
  }

  @Test("A single colour is used for both", arguments: [4, 6, 8])
  func flat(count: Int) {
    for level in UInt32(0)..<256 {
      let color = level | (255 - level) << 8 | (level / 2) << 16
      let colors = reduce(
        Array(repeating: Array(repeating: color, count: count), count: 4),
        usual: SIMD4(repeating: 1))
      #expect(colors.first == SIMD4(repeating: color))
      #expect(colors.second == SIMD4(repeating: color))
    }
  }

  @Test("Noise does not change the parts, new content does")
  func usual() {
    // The third pixel lies between the two groups, a little nearer to the second.
    let pixels: [UInt32] = [0x40_4040, 0x40_4040, 0x44_4444, 0x46_4646, 0x46_4646, 0x46_4646]
    let other: UInt32 = 0b000111
    let clear: [UInt32] = [0, 0, 0xB0_B0B0, 0xFF_FFFF, 0xFF_FFFF, 0xFF_FFFF]
    let flat = [UInt32](repeating: 0x40_4040, count: 6)
    let colors = reduce([pixels, pixels, clear, flat], usual: SIMD4(other, 0, other, other))
    #expect(colors.bits == SIMD4(other, 0b000011, 0b000011, 0b111111))
    #expect(colors.first.x == 0x41_4141)
    #expect(colors.first.w == colors.second.w)
  }

  /// One pixel is brighter than all others. Alone, it leaves no error; among others, its distance
  /// from their mean, which is in squared levels per pixel.
  @Test(
    "Parts are kept up to an error of 7, halves up to 16",
    arguments: [(6, 0b000001, 5, 7), (4, 0b0011, 2, 16), (8, 0b0000_1111, 4, 16)]
      as [(Int, UInt32, Double, Double)])
  func limits(count: Int, parts: UInt32, others: Double, limit: Double) {
    func keeps(_ levels: UInt32) -> Bool {
      var pixels = [UInt32](repeating: 0x20_2020, count: count)
      pixels[count - 1] += levels * 0x01_0101
      let usual = count == 6 ? parts : 0
      return reduce(Array(repeating: pixels, count: 4), usual: SIMD4(repeating: usual)).bits.x
        == parts
    }
    func error(_ levels: UInt32) -> Double {
      Double(levels * levels) * (others - 1) / others / Double(count)
    }
    let least = (UInt32(1)..<60).first { !keeps($0) } ?? 0
    #expect(error(least) > limit && error(least - 1) <= limit)
  }

  @Test("Halves are kept while other parts are hardly better", arguments: [4, 8])
  func halves(count: Int) {
    let half = (UInt32(1) << UInt32(count / 2)) - 1
    var pixels = (0..<count).map { UInt32($0 < count / 2 ? 0x60_6060 : 0x20_2020) }
    pixels[0] = 0x64_6464
    let faint = pixels
    pixels[0] = 0x20_2020
    let colors = reduce([faint, pixels, faint, pixels])
    #expect(colors.bits.x == half)
    #expect(colors.bits.y != half)
  }

  private func reduce(
    _ cells: [[UInt32]], usual: SIMD4<UInt32> = SIMD4()
  ) -> TwoColors {
    let pixels = cells[0].indices.map { index in
      CellPixels(SIMD4(cells[0][index], cells[1][index], cells[2][index], cells[3][index]))
    }
    return pixels.withUnsafeBufferPointer { TwoColors($0, usual: usual) }
  }

  private func cells(
    _ round: Int, _ count: Int, _ generator: inout SeededGenerator
  ) -> [[UInt32]] {
    (0..<4).map { _ in (0..<count).map { _ in pixel(round, &generator) } }
  }

  /// Whether a colour is a mean to the nearest level; either one half-way between two.
  private func isRounded(_ color: UInt32, _ mean: [Double]) -> Bool {
    zip(channels(color), mean).allSatisfy { abs($0 - $1) <= 0.5 + 1e-3 }
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

  /// The weighted squares of the distances to the means of the two parts.
  private func error(_ pixels: [UInt32], bits: UInt32) -> Double {
    var error = 0.0
    for (shift, weight) in [(UInt32(0), 2.0), (8, 4), (16, 3)] {
      var parts = (inside: (count: 0.0, sum: 0.0), outside: (count: 0.0, sum: 0.0))
      for (index, pixel) in pixels.enumerated() {
        let level = Double(pixel >> shift & 0xFF)
        error += weight * level * level
        if bits >> UInt32(index) & 1 != 0 {
          parts.inside = (parts.inside.count + 1, parts.inside.sum + level)
        } else {
          parts.outside = (parts.outside.count + 1, parts.outside.sum + level)
        }
      }
      for part in [parts.inside, parts.outside] where part.count > 0 {
        error -= weight * part.sum * part.sum / part.count
      }
    }
    return error
  }
}
