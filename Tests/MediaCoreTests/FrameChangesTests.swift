import MediaCore
import Models
import TestSupport
import Testing

/// What a look at some frames tells of a clip.
@Suite struct FrameChangesTests {
  private static let size = PixelSize(width: 32, height: 18)

  /// Grey with noise, and a light box of some pixels.
  private func frame(_ seed: UInt64, noise: Int = 2, box: Int = 0, ground: Int = 90) -> PixelBuffer
  {
    var random = SeededGenerator(seed: seed)
    let buffer = PixelBuffer(size: Self.size)
    buffer.withMutablePixels { pixels in
      for index in pixels.indices {
        let level = (index < box ? 220 : ground) + Int.random(in: -noise...noise, using: &random)
        pixels[index] = UInt32(min(max(level, 0), 255)) * 0x01_01_01
      }
    }
    return buffer
  }

  private func changes(_ frames: (Int) -> PixelBuffer, count: Int = 100) -> FrameChanges {
    var changes = FrameChanges()
    // In any order.
    for index in 0..<count {
      changes.add(frames(index * 37 % count), at: Double(index * 37 % count) * 10)
    }
    return changes
  }

  @Test(arguments: [0, 2, 6, 12])
  func eventsStandOutOfNoise(noise: Int) throws {
    let changes = changes {
      frame(UInt64($0), noise: noise, box: (30..<33).contains($0) || $0 == 70 ? 24 : 0)
    }
    let runs = try #require(changes.runs)
    #expect(runs.map(\.start) == [300, 700])
    #expect(runs.map(\.end) == [320, 700])
  }

  @Test func noiseAloneIsNothing() throws {
    #expect(try #require(changes { frame(UInt64($0), noise: 12) }.runs).isEmpty)
  }

  /// It gets dark slowly.
  @Test func slowChangesAreNothing() throws {
    #expect(try #require(changes { frame(UInt64($0), ground: 200 - $0) }.runs).isEmpty)
  }

  @Test func slidesChange() throws {
    let changes = changes { frame(UInt64($0), box: 100 * ($0 / 25)) }
    #expect(try #require(changes.runs).map(\.start) == [250, 500, 750])
  }

  @Test func whereAllChangesNothingIsKnown() {
    #expect(changes { frame(UInt64($0), box: $0 * 13 % 500) }.finding(gap: 12) == .busy)
    #expect(changes({ frame(UInt64($0)) }, count: 7).finding(gap: 12) == .tooFew)
    #expect(FrameChanges().finding(gap: 12) == .tooFew)
  }

  @Test func aFrameIsComparedWithTheOneBefore() {
    let changes = changes { frame(UInt64($0), box: $0 >= 50 ? 24 : 0) }
    #expect(!changes.shows(frame(1_000), at: 455, beyond: 30))
    #expect(changes.shows(frame(1_000, box: 24), at: 455, beyond: 30))
    #expect(changes.shows(frame(1_000), at: 555, beyond: 30))
    #expect(!changes.shows(frame(1_000, box: 24), at: 2_000, beyond: 30))
  }

  @Test func framesOfOtherSizesAndKnownTimesAreIgnored() {
    var changes = FrameChanges()
    changes.add(frame(1), at: 1)
    changes.add(frame(2), at: 1)
    changes.add(PixelBuffer(size: PixelSize(width: 3, height: 3)), at: 2)
    #expect(changes.count == 1)
  }
}

extension FrameChanges {
  fileprivate var runs: [ActivityRuns.Run]? {
    if case .runs(let runs) = finding(gap: 12) { runs } else { nil }
  }
}
