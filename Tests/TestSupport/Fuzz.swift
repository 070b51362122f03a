import Glibc

/// How far random tests go, and from which seed: `FUZZ_FRAMES` and `FUZZ_SEED`, as `make fuzz` sets
/// them. Without, they are the same tests every time.
package enum Fuzz {
  /// The seed of the first run; each further one has the next number.
  package static let seed = variable("FUZZ_SEED") ?? 1
  /// Frames of all tests together.
  package static let frames = Int(clamping: variable("FUZZ_FRAMES") ?? 2_000)

  /// The seeds of a test that runs once for each of them: as many as are named here, and `FUZZ_RUNS`
  /// times as many where that is set.
  package static func seeds(_ count: Int) -> Range<UInt64> {
    let runs = UInt64(clamping: count) * min(variable("FUZZ_RUNS") ?? 1, 10_000)
    return seed..<max(seed, seed &+ runs)
  }

  /// Documents, lists and addresses of a test that takes them apart.
  package static let documents = Int(clamping: variable("FUZZ_DOCUMENTS") ?? 2_000)

  private static func variable(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  /// A run that went wrong, made small.
  package struct Failure: Error, CustomStringConvertible {
    /// The run's seed.
    package let seed: UInt64
    /// The frames that are needed for it, by their place in the run.
    package let frames: [Int]
    /// What was wrong, and what had been done.
    package let story: String

    package var description: String {
      """
      make fuzz FUZZ_SEED=\(seed) FUZZ_FRAMES=1 shows it again.
      Of that run \(frames.isEmpty ? "no frames" : "frames \(frames)") suffice:
      \(story)
      """
    }
  }

  /// Goes through runs of random frames until enough have been seen or one run goes wrong; of that
  /// run, as many frames are left out as it still goes wrong without.
  ///
  /// - Parameters:
  ///   - share: The part of `frames` to go through.
  ///   - length: Frames a run.
  ///   - shard: Which of `shards` this is; each takes every so many-th run.
  ///   - shards: How many go on at the same time.
  ///   - run: Goes through the frames given of the run with the seed given; the same frame of the
  ///     same run does the same whatever has been left out before. It returns what went wrong.
  /// - Throws: `Failure` if any did.
  package static func check(
    share: Double, length: Int, shard: Int = 0, of shards: Int = 1,
    isolation: isolated (any Actor)? = #isolation,
    run: (_ seed: UInt64, _ frames: [Int]) async throws -> String?
  ) async throws {
    // One at least: so a single run can be shown again.
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
    // From the end: what comes after the failure goes first.
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

  /// Whether something happens that does in this part of all cases.
  package mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < part
  }

  /// A number from a range.
  package mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  /// One of several values, of which there must be one.
  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[int(0..<values.count)]
  }
}
