import Composable
import IssueReporting
import Models

/// The record of what was seen.
package struct HistoryClient: Sendable {
  /// Writes impressions down, in order; returns once they are safe. Without a history, nothing.
  package var record: @Sendable (_ impressions: [Impression]) async -> Void =
    unimplemented("HistoryClient.record")
  /// Remembers where the reader is in this source, for the next run.
  package var savePlace: @Sendable (_ key: ContentKey) async -> Void =
    unimplemented("HistoryClient.savePlace")

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension HistoryClient: DependencyKey {
  package static var testValue: Self { Self() }

  /// A client that remembers nothing.
  package static var forgetful: Self {
    var client = Self()
    client.record = { _ in }
    client.savePlace = { _ in }
    return client
  }
}

extension DependencyValues {
  /// The record of what was seen.
  package var historyClient: HistoryClient {
    get { self[HistoryClient.self] }
    set { self[HistoryClient.self] = newValue }
  }
}
