import FoundationEssentials
import IssueReporting

/// Tells the date.
package struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Creates a generator.
  package init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The date now.
  package var now: Date { generate() }
}

extension DependencyValues {
  /// What tells the date.
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
