import Models
import Playback
import TestSupport
import Testing

@Suite struct FrameScoreTests {
  private let size = PixelSize(width: 64, height: 36)

  private func score(_ luma: (Int, Int) -> Int) -> FrameScore {
    let pixels = (0..<size.width * size.height).map { index in
      let level = min(max(luma(index % size.width, index / size.width), 0), 255)
      return UInt32(level) * 0x01_0101
    }
    return FrameScore(PixelBuffer(size: size, pixels: pixels))
  }

  @Test func emptyFramesTellNothing() {
    for level in [0, 16, 128, 255] {
      let flat = score { _, _ in level }
      #expect(flat.isBlank)
      #expect(!flat.isGood)
    }
    var generator = SeededGenerator(seed: Fuzz.seed)
    let noise = score { _, _ in 16 + Int.random(in: -4...4, using: &generator) }
    #expect(noise.isBlank)
    let none = FrameScore(PixelBuffer(size: PixelSize(width: 0, height: 0)))
    #expect(none.isBlank && !none.isGood)
  }

  /// Halfway through a fade everything is there, and hardly visible.
  @Test func darkAndBrightFramesAreNotGood() {
    func scene(_ x: Int, _ y: Int) -> Int { (x * 7 + y * 13) % 240 }
    #expect(score(scene).isGood)
    #expect(!score { scene($0, $1) / 4 }.isGood)
    #expect(!score { 255 - scene($0, $1) / 5 }.isGood)
  }

  @Test func titlesAndBlursAreWorseThanScenes() {
    func scene(_ x: Int, _ y: Int) -> Int { 40 + (x * 7 + y * 13) % 160 }
    let good = score(scene)
    #expect(good.isGood)
    // A few bright letters on black; the scene as it fades in; a slow gradient.
    let title = score { x, y in (16..<19).contains(y) && x % 4 < 2 && x < 40 ? 220 : 0 }
    let faded = score { scene($0, $1) / 8 }
    let blur = score { x, _ in 100 + x / 2 }
    for other in [title, faded, blur] {
      #expect(!other.isGood)
      #expect(other.score < good.score)
    }
  }
}
