import TestSupport
import Testing

/// Random frames, after each of which two terminals must show what the encoder believes.
@Suite("FrameEncoder, random frames")
struct FrameEncoderFuzzTests {
  private static let shards = 2

  @Test("The terminals show what the encoder assumes", arguments: 0..<shards)
  func beliefs(shard: Int) async throws {
    try await Fuzz.check(share: 0.9, length: 20, shard: shard, of: Self.shards) { seed, frames in
      var run = EncoderRun(seed: seed)
      var failure: String?
      for frame in frames where failure == nil {
        failure = run.show(frame: frame).map { "frame \(frame): \($0)" }
      }
      failure = failure ?? run.rest().map { "at rest: \($0)" }
      return failure.map { (run.story + [$0]).joined(separator: "\n") }
    }
  }
}
