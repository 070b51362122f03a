import Models
import TestSupport
import Testing

@testable import Graphics

/// Half blocks that suit the next frame, too.
@Suite("NextFrame")
struct NextFrameTests {
  /// Shows frames of footage; the last one has no next.
  private func show(
    lambda: Double, looksAhead: Bool
  ) -> (bytes: Int, error: Int, harness: EncoderHarness, surface: Surface) {
    var harness = EncoderHarness(columns: 48, rows: 16, lambda: lambda)
    var surface = Surface(size: harness.encoder.size)
    let frames = (0..<16).map {
      SyntheticFrame.footage(PixelSize(width: 48, height: 32), frame: $0)
    }
    var (bytes, error) = (0, 0)
    for (index, frame) in frames.enumerated() {
      surface.drawFrame(frame, in: surface.bounds)
      let next = index + 1 < frames.count ? frames[index + 1] : nil
      surface.expect(looksAhead ? next : nil, in: surface.bounds)
      bytes += harness.show(surface)
      #expect(harness.firstWrongBelief() == nil)
      error += harness.encoder.error(against: surface) {
        squaredDistance($0.rawValue, $1.rawValue)
      }
    }
    return (bytes, error, harness, surface)
  }

  @Test("Knowing it saves bytes, with less error")
  func saving() {
    let alone = show(lambda: 4, looksAhead: false)
    let ahead = show(lambda: 4.75, looksAhead: true)
    #expect(Double(ahead.bytes) < 0.99 * Double(alone.bytes))
    #expect(Double(ahead.error) < 0.95 * Double(alone.error))
  }

  @Test("Exact frames stay exact, and without a next one they become so")
  func exactness() {
    #expect(show(lambda: 0, looksAhead: true).error == 0)
    var (_, _, harness, surface) = show(lambda: 30, looksAhead: true)
    #expect(!harness.encoder.isExact)
    for _ in 0..<200 { harness.show(surface) }
    #expect(harness.encoder.isExact)
  }

  @Test("A cell beside the frame has no next colours, nor has a frame that is scaled")
  func halves() throws {
    let frame = PixelBuffer(
      size: PixelSize(width: 2, height: 4), pixels: (0..<8).map { UInt32($0) })
    var surface = Surface(size: CellSize(columns: 4, rows: 3))
    surface.expect(frame, in: CellRect(column: 1, row: 0, columns: 2, rows: 2))
    let next = try #require(surface.next)
    try frame.withPixels { pixels in
      var halves = NextHalves(try #require(pixels.baseAddress), next.placement)
      halves.enter(row: 1)
      #expect(try #require(halves.halves(column: 1)) == (4, 6))
      #expect(try #require(halves.halves(column: 2)) == (5, 7))
      #expect(halves.halves(column: 0) == nil && halves.halves(column: 3) == nil)
      halves.enter(row: 2)
      #expect(halves.halves(column: 1) == nil)
    }
    surface.expect(frame, in: CellRect(column: 0, row: 0, columns: 1, rows: 1))
    #expect(surface.next == nil)
    surface.expect(frame, in: surface.bounds)
    #expect(surface.next != nil)
    surface.frameForm = .glyphs(.sextant)
    surface.expect(frame, in: surface.bounds)
    #expect(surface.next == nil)
  }
}
