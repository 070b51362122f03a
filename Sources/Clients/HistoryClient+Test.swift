import Composable
import IssueReporting
import Models

extension HistoryClient: TestDependencyKey {
  /// A client that fails the test that calls it.
  package static var testValue: HistoryClient {
    HistoryClient(
      record: unimplemented("HistoryClient.record"),
      savePlace: unimplemented("HistoryClient.savePlace"))
  }

  /// A client that remembers nothing.
  package static let forgetful = HistoryClient(record: { _ in }, savePlace: { _ in })
}

extension DependencyValues {
  /// The record of what was seen.
  package var historyClient: HistoryClient {
    get { self[HistoryClient.self] }
    set { self[HistoryClient.self] = newValue }
  }
}
