import FoundationEssentials
import IssueReporting

/// Provides the current date.
package struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Creates a generator.
  package init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The current date.
  package var now: Date { generate() }
}

extension DependencyValues {
  /// The source of the current date.
  package var date: DateGenerator {
    get { self[DateGenerator.self] }
    set { self[DateGenerator.self] = newValue }
  }
}

extension DateGenerator: DependencyKey {
  package static let liveValue = Self { Date() }
  package static let testValue = Self {
    unimplemented("DependencyValues.date", placeholder: Date(timeIntervalSinceReferenceDate: 0))
  }
}
