import Glibc
import Models
import TestSupport
import Testing

@testable import Graphics

/// What the encoder spends and leaves, on frames that are the same on every machine.
@Suite("FrameEncoder, bytes and error")
struct FrameEncoderQualityTests {
  static let size = CellSize(columns: 80, rows: 24)

  /// Bytes of frame 0 and of the 12 after it, and the peak signal-to-noise ratio of all of them.
  struct Golden: Sendable, CustomTestStringConvertible {
    var depth: ColorDepth
    var lambda: Double
    var first: Int
    var following: Int
    var decibels: Double

    var testDescription: String { "\(depth), lambda \(lambda)" }
  }

  static let goldens = [
    Golden(depth: .trueColor, lambda: 0, first: 65_237, following: 761_356, decibels: .infinity),
    Golden(depth: .trueColor, lambda: 2, first: 6186, following: 28_334, decibels: 41.75),
    Golden(depth: .trueColor, lambda: 16, first: 3638, following: 11_914, decibels: 34.65),
    Golden(depth: .palette256, lambda: 0, first: 11_385, following: 84_801, decibels: 19.65),
    Golden(depth: .palette256, lambda: 16, first: 4499, following: 22_381, decibels: 19.58),
    Golden(depth: .palette16, lambda: 0, first: 7490, following: 41_743, decibels: 11.35),
    Golden(depth: .palette16, lambda: 16, first: 7277, following: 36_964, decibels: 11.4),
  ]

  @Test("The size of encoded footage has not changed", arguments: goldens)
  func golden(_ golden: Golden) {
    var harness = EncoderHarness(
      columns: Self.size.columns, rows: Self.size.rows, depth: golden.depth, lambda: golden.lambda)
    var surface = Surface(size: Self.size)
    var squares = 0
    let counts = (0...12).map { frame in
      surface.drawFrame(footage(frame), in: surface.bounds)
      let count = harness.show(surface)
      squares += harness.encoder.squaredError(against: surface)
      return count
    }
    let samples = 13 * Self.size.columns * Self.size.rows * 6
    let decibels = 10 * log10(255 * 255 * Double(samples) / Double(squares))
    #expect(counts[0] == golden.first)
    #expect(counts.dropFirst().reduce(0, +) == golden.following)
    #expect((decibels * 100).rounded() / 100 == golden.decibels)
    #expect(harness.firstWrongBelief() == nil)
  }

  @Test("A higher lambda means fewer bytes and more error")
  func monotonic() {
    var previous = (bytes: Int.max, error: -1)
    for lambda in [0, 1, 4, 16, 64] as [Double] {
      var encoder = FrameEncoder(size: Self.size, depth: .trueColor)
      encoder.lambda = lambda
      var surface = Surface(size: Self.size)
      var output: [UInt8] = []
      var error = 0
      for frame in 0..<8 {
        surface.drawFrame(footage(frame), in: surface.bounds)
        _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
        error += squaredError(encoder, surface)
      }
      #expect(output.count < previous.bytes)
      #expect(error > previous.error)
      previous = (output.count, error)
    }
  }

  @Test("At lambda 2 a static frame is close after a second, exact after five, and then free")
  func convergence() {
    var encoder = FrameEncoder(size: Self.size, depth: .trueColor)
    encoder.lambda = 2
    var surface = Surface(size: Self.size)
    surface.drawFrame(footage(5), in: surface.bounds)
    var output: [UInt8] = []
    for _ in 0..<30 { _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output) }
    // 54 dB: a mean squared error of 0.26 in each channel.
    let samples = Double(Self.size.columns * Self.size.rows * 2 * squaredLevel)
    #expect(Double(squaredError(encoder, surface)) / samples < 0.26)
    for _ in 30..<150 { _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output) }
    #expect(encoder.isExact)
    #expect(squaredError(encoder, surface) == 0)
    #expect(encoder.encode(surface, masking: [], byteLimit: nil, into: &output) == 0)
  }

  @Test("A static frame becomes exact at any lambda", arguments: [4, 30, 200, 1000, 1e9])
  func convergence(lambda: Double) {
    var encoder = FrameEncoder(size: CellSize(columns: 30, rows: 10), depth: .trueColor)
    encoder.lambda = lambda
    var surface = Surface(size: encoder.size)
    surface.drawFrame(
      SyntheticFrame.footage(PixelSize(width: 30, height: 20), frame: 1), in: surface.bounds)
    var output: [UInt8] = []
    var frames = 0
    repeat {
      _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      frames += 1
    } while !encoder.isExact && frames < 300
    #expect(encoder.isExact)
    #expect(squaredError(encoder, surface) == 0)
  }

  @Test("Every frame keeps the byte limit, and the content still arrives", arguments: [0, 2])
  func byteLimit(lambda: Double) {
    var harness = EncoderHarness(
      columns: Self.size.columns, rows: Self.size.rows, lambda: lambda)
    var surface = Surface(size: Self.size)
    for frame in 0..<30 {
      surface.drawFrame(footage(frame), in: surface.bounds)
      #expect(harness.show(surface, byteLimit: 1500) <= 1500)
    }
    #expect(harness.firstWrongBelief() == nil)
    #expect(harness.encoder.limitedLambda > lambda)
    #expect((0..<24).allSatisfy { harness.encoder.shownCell(column: 40, row: $0) != nil })
    for _ in 0..<200 { #expect(harness.show(surface, byteLimit: 1500) <= 1500) }
    #expect(harness.firstDifference(from: surface) == nil)
    #expect(harness.encoder.limitedLambda == lambda)
  }

  @Test("Limits of a few bytes are also kept, and never cut a sequence", arguments: [0, 1, 20, 50])
  func tinyLimits(limit: Int) {
    var harness = EncoderHarness(columns: 7, rows: 5)
    var surface = Surface(size: CellSize(columns: 7, rows: 5))
    surface.drawFrame(
      SyntheticFrame.footage(PixelSize(width: 7, height: 10), frame: 3), in: surface.bounds)
    for _ in 0..<400 { #expect(harness.show(surface, byteLimit: limit) <= limit) }
    #expect(harness.terminal.complaints.isEmpty)
    #expect(harness.firstWrongBelief() == nil)
    if limit == 50 { #expect(harness.firstDifference(from: surface) == nil) }
  }

  @Test("A limit that is not reached has no effect")
  func looseLimit() {
    var limited = FrameEncoder(size: Self.size, depth: .trueColor)
    var free = limited
    var surface = Surface(size: Self.size)
    surface.drawFrame(footage(1), in: surface.bounds)
    var (limitedOutput, freeOutput): ([UInt8], [UInt8]) = ([], [])
    _ = limited.encode(surface, masking: [], byteLimit: 1_000_000, into: &limitedOutput)
    _ = free.encode(surface, masking: [], byteLimit: nil, into: &freeOutput)
    #expect(limitedOutput == freeOutput)
  }

  @Test("What a much lower limit required does not count under the next one")
  func growingLimit() {
    var harness = EncoderHarness(columns: Self.size.columns, rows: Self.size.rows, lambda: 0)
    var surface = Surface(size: Self.size)
    surface.drawFrame(footage(1), in: surface.bounds)
    _ = harness.show(surface, byteLimit: 300)
    #expect(harness.encoder.limitedLambda > 100)
    _ = harness.show(surface, byteLimit: 1_000_000)
    #expect(harness.encoder.isExact)
    #expect(harness.firstDifference(from: surface) == nil)
  }

  @Test(
    "A screen that was erased in black costs nothing where it is black",
    arguments: [
      ColorDepth.trueColor, .palette256,
    ])
  func blackScreen(depth: ColorDepth) {
    var encoder = FrameEncoder(size: Self.size, depth: depth)
    encoder.invalidate()
    encoder.assumeBlack()
    var output: [UInt8] = []
    let black = Surface(size: Self.size)
    #expect(encoder.encode(black, masking: [], byteLimit: nil, into: &output) == 0)
    #expect(encoder.isExact)
    #expect(encoder.shownCell(column: 1, row: 1)?.background == .black)
  }

  @Test(
    "Half blocks can all be lower ones, without seams, for a few percent of the bytes",
    arguments: [ColorDepth.trueColor, .palette256], [0, 2, 30])
  func lowerHalves(depth: ColorDepth, lambda: Double) {
    var both = EncoderHarness(
      columns: Self.size.columns, rows: Self.size.rows, depth: depth, lambda: lambda)
    var lower = both
    lower.encoder.blocksHaveGaps = true
    var surface = Surface(size: Self.size)
    var bytes = (both: 0, lower: 0)
    for frame in 0...12 {
      surface.drawFrame(footage(frame), in: surface.bounds)
      bytes.both += both.show(surface)
      bytes.lower += lower.show(surface)
      #expect(lower.firstWrongBelief() == nil && lower.firstSeam() == nil)
      #expect(!lower.terminal.cells.contains { $0.glyph == Glyph.upperHalf.rawValue })
    }
    #expect(Double(bytes.lower) < Double(bytes.both) * (depth == .trueColor ? 1.08 : 1.25))
  }

  private func footage(_ frame: Int) -> PixelBuffer {
    SyntheticFrame.footage(
      PixelSize(width: Self.size.columns, height: Self.size.rows * 2), frame: frame)
  }

  private func squaredError(_ encoder: FrameEncoder, _ surface: Surface) -> Int {
    encoder.error(against: surface) { squaredDistance($0.rawValue, $1.rawValue) }
  }
}
