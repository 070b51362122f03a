import Glibc

/// The extent and the seed of random tests: `FUZZ_FRAMES` and `FUZZ_SEED`, as `make fuzz` sets
/// them. Without them, the tests are the same every time.
package enum Fuzz {
  /// The seed of the first run; each further run uses the next number.
  package static let seed = variable("FUZZ_SEED") ?? 1
  /// The number of frames of all tests together.
  package static let frames = Int(clamping: variable("FUZZ_FRAMES") ?? 2_000)

  /// The seeds of a test that runs once per seed: `count` of them, or `FUZZ_RUNS` times as many
  /// where that is set.
  package static func seeds(_ count: Int) -> Range<UInt64> {
    let runs = UInt64(clamping: count) * min(variable("FUZZ_RUNS") ?? 1, 10_000)
    return seed..<max(seed, seed &+ runs)
  }

  /// The number of documents, lists and addresses in tests that parse them.
  package static let documents = Int(clamping: variable("FUZZ_DOCUMENTS") ?? 2_000)

  private static func variable(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  /// A failed run, reduced to what is needed to reproduce it.
  package struct Failure: Error, CustomStringConvertible {
    /// The run's seed.
    package let seed: UInt64
    /// The frames needed to reproduce it, by their index in the run.
    package let frames: [Int]
    /// What went wrong, and what had been done.
    package let story: String

    package var description: String {
      """
      make fuzz FUZZ_SEED=\(seed) FUZZ_FRAMES=1 shows it again.
      Of that run \(frames.isEmpty ? "no frames" : "frames \(frames)") suffice:
      \(story)
      """
    }
  }

  /// Runs random frames until there were enough or one run fails. A failed run is reduced by
  /// leaving out frames as long as it still fails.
  ///
  /// - Parameters:
  ///   - share: The fraction of `frames` to run.
  ///   - length: Frames per run.
  ///   - shard: Which of `shards` this is; each takes every n-th run.
  ///   - shards: How many run at the same time.
  ///   - run: Runs the given frames of the run with the given seed; the same frame of the same run
  ///     does the same whatever has been left out before. It returns what went wrong.
  /// - Throws: `Failure` if a run failed.
  package static func check(
    share: Double, length: Int, shard: Int = 0, of shards: Int = 1,
    isolation: isolated (any Actor)? = #isolation,
    run: (_ seed: UInt64, _ frames: [Int]) async throws -> String?
  ) async throws {
    // At least one, so that a single run can be repeated.
    let runs = max(Int(Double(frames) * share) / length, 1)
    for index in stride(from: shard, to: runs, by: shards) {
      let seed = seed &+ UInt64(index)
      let all = Array(0..<length)
      guard let story = try await run(seed, all) else { continue }
      throw try await shrunk(Failure(seed: seed, frames: all, story: story), run)
    }
  }

  private static func shrunk(
    _ failure: Failure, isolation: isolated (any Actor)? = #isolation,
    _ run: (_ seed: UInt64, _ frames: [Int]) async throws -> String?
  ) async throws -> Failure {
    var failure = failure
    // From the end: frames after the failure go first.
    for frame in failure.frames.reversed() {
      let rest = failure.frames.filter { $0 != frame }
      if let story = try await run(failure.seed, rest) {
        failure = Failure(seed: failure.seed, frames: rest, story: story)
      }
    }
    return failure
  }
}

extension SeededGenerator {
  /// Creates the generator of one frame of a run.
  package init(run: UInt64, frame: Int) {
    var seeds = SeededGenerator(seed: run)
    self.init(seed: seeds.next() &+ UInt64(frame))
  }

  /// Whether an event with this probability happens.
  package mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < part
  }

  /// A number from a range.
  package mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  /// One of several values, which must not be empty.
  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[int(0..<values.count)]
  }
}
