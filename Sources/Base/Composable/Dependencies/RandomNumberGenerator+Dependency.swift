import IssueReporting
import Platform

/// Gives access to a shared random number generator.
///
///     withRandomNumberGenerator { clips.shuffle(using: &$0) }
package struct WithRandomNumberGenerator: Sendable {
  private let generator: Lock<any RandomNumberGenerator & Sendable>

  /// Shares a generator; a test gives one with a known seed.
  package init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Lock(generator)
  }

  /// Calls `work` with exclusive access to the generator.
  package func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) -> Result
  ) -> Result {
    generator.withLock { work(&$0) }
  }
}

extension DependencyValues {
  /// What gives random numbers.
  package var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGenerator.self] }
    set { self[WithRandomNumberGenerator.self] = newValue }
  }
}

extension WithRandomNumberGenerator: DependencyKey {
  package static let liveValue = Self(SystemRandomNumberGenerator())
  package static let testValue = Self(UnimplementedGenerator())
}

/// The generator of a test that set none.
private struct UnimplementedGenerator: RandomNumberGenerator, Sendable {
  func next() -> UInt64 {
    unimplemented("DependencyValues.withRandomNumberGenerator", placeholder: 0)
  }
}
