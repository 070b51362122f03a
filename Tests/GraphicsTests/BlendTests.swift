import TestSupport
import Testing

@testable import Graphics

@Suite struct BlendTests {
  private struct Half {
    let color: UInt32
    let weight: Float
  }

  private func halves(_ generator: inout SeededGenerator) -> [Half] {
    (0..<generator.int(1..<30)).map { _ in
      Half(
        color: UInt32(generator.int(0..<0x100_0000)),
        weight: Float.random(in: 0.1...4, using: &generator))
    }
  }

  /// Levels of a colour, the weighted mean of which is wanted.
  private func levels(_ color: UInt32) -> [Double] {
    [color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF].map(Double.init)
  }

  @Test func blendingIsTheWeightedMean() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let halves = halves(&generator)
      var blend = Blend(Levels(halves[0].color), weight: halves[0].weight)
      for half in halves.dropFirst() { blend.join(Levels(half.color), weight: half.weight) }
      let sum = halves.reduce(0) { $0 + Double($1.weight) }
      for (channel, level) in levels(blend.color).enumerated() {
        let mean =
          halves.reduce(0) { $0 + Double($1.weight) * levels($1.color)[channel] } / sum
        #expect(abs(level - mean) < 0.51, "seed \(seed)")
      }
    }
  }

  /// What joining is said to cost is what it adds to the squared errors of all halves.
  @Test func blendingErrorIsReported() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let halves = halves(&generator)
      var blend = Blend(Levels(halves[0].color), weight: halves[0].weight)
      var told: Float = 0
      for half in halves.dropFirst() {
        told += blend.share(of: half.weight) * blend.distance(to: Levels(half.color))
        blend.join(Levels(half.color), weight: half.weight)
      }
      let error = halves.reduce(Float(0)) { $0 + $1.weight * blend.distance(to: Levels($1.color)) }
      #expect(abs(told - error) <= max(error, 1) * 0.001, "seed \(seed)")
    }
  }

  @Test func colorsTheTerminalAlreadyHasAreKept() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for half in halves(&generator) {
      var blend = Blend(pen: 0x12_3456)
      blend.join(Levels(half.color), weight: half.weight)
      #expect(blend.color == 0x12_3456)
      // Halves that are drawn in it have the whole error.
      #expect(abs(blend.share(of: half.weight) - half.weight) < 1e-5, "seed \(seed)")
    }
    #expect(Blend(pen: Pen.unknown).distance(to: Levels(0)) == .infinity)
  }

  @Test func equalHalvesKeepTheirColor() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for half in halves(&generator) {
      var blend = Blend(Levels(half.color), weight: half.weight)
      for _ in 0..<1_000 { blend.join(Levels(half.color), weight: half.weight) }
      #expect(blend.color == half.color, "seed \(seed)")
      #expect(blend.distance(to: Levels(half.color)) == 0, "seed \(seed)")
    }
  }

  @Test func bothDistanceFormulasAgree() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let first = UInt32(generator.int(0..<0x100_0000))
      let second = UInt32(generator.int(0..<0x100_0000))
      let distance = squaredDistance(first, second)
      #expect(Levels(first).distance(to: Levels(second)) == Float(distance), "seed \(seed)")
      let differences = zip(levels(first), levels(second)).map { ($0 - $1) * ($0 - $1) }
      #expect(
        Double(distance) == zip([2, 4, 3], differences).reduce(0) { $0 + $1.0 * $1.1 },
        "seed \(seed)")
    }
    #expect(squaredDistance(0x10_2030, 0x11_2131) == squaredLevel)
  }
}
