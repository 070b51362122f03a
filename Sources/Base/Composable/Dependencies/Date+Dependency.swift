import FoundationEssentials
import IssueReporting

package struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  package init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  package var now: Date { generate() }
}

extension DependencyValues {
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
