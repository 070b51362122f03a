import Models
import TestSupport
import Testing

/// Extreme sizes and times in files and from terminals.
@Suite struct ExtremeNumberTests {
  private var generator = SeededGenerator(seed: 185)

  private mutating func double() -> Double { ExtremeNumbers.double(using: &generator) }
  private mutating func integer() -> Int { ExtremeNumbers.integer(using: &generator) }
  private mutating func size() -> PixelSize { PixelSize(width: integer(), height: integer()) }

  @Test func saturatingConversionRounds() {
    #expect(Int(saturating: 2.5) == 3)
    #expect(Int(saturating: -2.4) == -2)
    #expect(Int(saturating: 1e300) == .max)
    #expect(Int(saturating: -.infinity) == .min)
    #expect(Int(saturating: 0x1p63) == .max)
    #expect(Int(saturating: -0x1p63) == .min)
    #expect(Int(saturating: .nan) == 0)
  }

  @Test(arguments: [
    (0, 0, 0.0), (10_413_792_000, 500_000_000, 10_413_792_000.5), (-1, 250_000_000, -0.75),
  ])
  func datesAreSecondsSince1970(seconds: Int, nanoseconds: Int, sinceEpoch: Double) {
    #expect(FileDate(seconds: seconds, nanoseconds: nanoseconds).sinceEpoch == sinceEpoch)
    #expect(
      FileDate(seconds: .max).sinceEpoch == 0x1p63 && FileDate(seconds: .min).sinceEpoch == -0x1p63)
  }

  @Test mutating func anyFrameFitsAnyArea() {
    for _ in 0..<20_000 {
      let area = FrameArea(
        size: size(), pixelAspect: double(), fit: Bool.random(using: &generator) ? .fit : .fill)
      let (placed, _) = area.placing(size())
      let fitted = area.fitting(width: double(), height: double())
      for size in [placed, fitted] {
        #expect(1...max(area.size.width, 1) ~= size.width)
        #expect(1...max(area.size.height, 1) ~= size.height)
      }
    }
  }

  @Test mutating func progressIsAlwaysBetweenZeroAndOne() {
    for _ in 0..<5_000 {
      let time = PlaybackTime(position: double(), duration: double())
      #expect(0...1 ~= time.progress)
    }
  }
}
