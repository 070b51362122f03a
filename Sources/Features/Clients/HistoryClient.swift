import Composable
import IssueReporting
import Models

/// The history of items seen.
package struct HistoryClient: Client {
  /// Saves impressions in order; returns once they are on disk. Does nothing without a history.
  package var record: @Sendable (_ impressions: [Impression]) async -> Void =
    unimplemented("HistoryClient.record")
  /// Saves the user's place in this source for the next run.
  package var savePlace: @Sendable (_ key: ContentKey) async -> Void =
    unimplemented("HistoryClient.savePlace")

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension HistoryClient {
  /// A client that remembers nothing.
  package static var disabled: Self {
    var client = Self()
    client.record = { _ in }
    client.savePlace = { _ in }
    return client
  }
}

extension DependencyValues {
  /// The history of items seen.
  package var historyClient: HistoryClient {
    get { self[HistoryClient.self] }
    set { self[HistoryClient.self] = newValue }
  }
}
