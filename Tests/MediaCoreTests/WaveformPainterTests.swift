import Models
import TestSupport
import Testing

@testable import MediaCore

@Suite struct WaveformPainterTests {
  /// Eight seconds of two channels, made from the number of the frame.
  private func levels(
    left: (Int) -> Double, right: (Int) -> Double, frames: Int = 8 * 48_000
  ) -> SoundLevels {
    var samples: [Int16] = []
    samples.reserveCapacity(2 * frames)
    for frame in 0..<frames {
      samples.append(Int16(left(frame) * 32_767))
      samples.append(Int16(right(frame) * 32_767))
    }
    var levels = SoundLevels()
    levels.append(samples[...], at: 0)
    return levels
  }

  /// A triangle of 1 kHz: as high as a sine, and needs no mathematics library.
  private func wave(_ frame: Int) -> Double {
    abs(Double(frame % 48) / 12 - 2) - 1
  }

  private func paint(
    _ levels: SoundLevels, at time: Double = 4, width: Int = 80, height: Int = 44
  ) -> [[UInt32]] {
    let frame = PixelBuffer(size: PixelSize(width: width, height: height))
    frame.withMutablePixels { $0.update(repeating: 0xFF_FFFF) }
    var painter = WaveformPainter()
    painter.draw(levels, at: time, into: frame)
    return frame.withPixels { pixels in
      (0..<height).map { Array(pixels[($0 * width)..<(($0 + 1) * width)]) }
    }
  }

  private func litRows(_ frame: [[UInt32]]) -> Set<Int> {
    Set(frame.indices.filter { frame[$0].contains { $0 != 0 } })
  }

  @Test func silenceIsAFlatLine() {
    let silent = levels(left: { _ in 0 }, right: { _ in 0 })
    #expect(litRows(paint(silent)) == [21, 22])
    #expect(litRows(paint(silent, height: 45)) == [22])
    #expect(litRows(paint(SoundLevels())) == [21, 22])
    #expect(Set(paint(silent)[21].prefix(40)).count == 1)
  }

  @Test func fullScaleFillsTheHeight() {
    let loud = levels(left: wave, right: wave)
    let frame = paint(loud)
    #expect(litRows(frame) == Set(0..<44))
    #expect(frame.allSatisfy { $0.allSatisfy { $0 != 0 } })
  }

  @Test func halfScaleFillsHalfTheHeight() {
    // -24 dB of 48.
    let frame = paint(levels(left: { wave($0) * 0.063 }, right: { _ in 0 }))
    #expect(litRows(frame) == Set(11...22))
  }

  @Test func theLeftChannelGoesUpAndTheRightOneDown() {
    #expect(litRows(paint(levels(left: wave, right: { _ in 0 }))) == Set(0...22))
    #expect(litRows(paint(levels(left: { _ in 0 }, right: wave))) == Set(21...43))
  }

  @Test func upcomingSoundIsDimmer() {
    let row = paint(levels(left: wave, right: wave))[30]
    #expect(Set(row).count == 2)
    #expect(row[39] > row[40])
  }

  @Test func beyondTheClipThereIsNothing() {
    let loud = levels(left: wave, right: wave)
    let start = paint(loud, at: 0)
    #expect(start[5].prefix(40).allSatisfy { $0 == 0 })
    #expect(start[5].suffix(40).allSatisfy { $0 != 0 })
    #expect(litRows(paint(loud, at: 1e9)) == [21, 22])
    #expect(litRows(paint(loud, at: .nan)) == [21, 22])
  }

  /// A column keeps its height while it moves: the frame scrolls and does not shimmer.
  @Test func waveformMovesByWholeColumns() {
    var generator = SeededGenerator(seed: 7)
    var amplitude = 0.0
    let music = levels(
      left: { frame in
        if frame % 1_200 == 0 { amplitude = Double.random(in: 0...1, using: &generator) }
        return wave(frame) * amplitude
      }, right: { _ in 0 })
    let before = paint(music, at: 3)
    // 80 columns are 4 seconds.
    let after = paint(music, at: 3.25)
    for row in 0..<44 {
      #expect(Array(before[row][5..<40]) == Array(after[row][0..<35]))
      #expect(Array(before[row][45...]) == Array(after[row][40..<75]))
    }
  }

  @Test(arguments: [
    (1, 1), (1, 50), (50, 1), (2, 2), (3, 7), (80, 44), (240, 126), (1_000, 3), (0, 5), (5, 0),
  ])
  func everySizeIsPaintedAllOver(_ width: Int, _ height: Int) {
    let loud = levels(left: wave, right: wave, frames: 480_000 / 4)
    let frame = paint(loud, at: 1.25, width: width, height: height)
    // White is what was there before.
    #expect(frame.allSatisfy { $0.allSatisfy { $0 != 0xFF_FFFF } })
    #expect(frame == paint(loud, at: 1.25, width: width, height: height))
  }

  /// However the sound is cut into pieces, it looks the same; no sound and no time breaks anything.
  @Test func chunkSizeDoesNotMatter() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let samples = (0..<20_000).map { _ in Int16.random(in: .min ... .max, using: &generator) }
      var whole = SoundLevels()
      whole.append(samples[...], at: 0.001)
      var cut = SoundLevels()
      var start = 0
      while start < samples.count {
        let end = min(start + 2 * Int.random(in: 0...1_500, using: &generator), samples.count)
        cut.append(samples[start..<end], at: 0.001 + Double(start / 2) / 48_000)
        start = end
      }
      #expect(paint(whole, at: 0.1) == paint(cut, at: 0.1), "seed \(seed)")
      for time in [-1e12, -3, 5, 1e5, 1e12, .nan, .infinity] {
        cut.append(samples.prefix(3), at: time)
      }
      _ = paint(cut, at: Double.random(in: -10...1e6, using: &generator), width: 9, height: 9)
    }
  }
}
