import Composable
import IssueReporting
import Models

/// What is remembered from one run to the next.
package struct RecordClient: Client {
  /// What is remembered of some items, as far as they have a mark.
  package var marks: @Sendable (_ keys: [ContentKey]) async -> [ContentKey: ItemMarks] =
    unimplemented("RecordClient.marks", placeholder: [:])
  /// Likes or unlikes an item; returns once that is saved, or why it could not be.
  package var setLiked:
    @Sendable (_ item: FeedItem, _ isLiked: Bool) async -> Result<Void, FeedError> =
      unimplemented("RecordClient.setLiked", placeholder: .success(()))
  /// Saves a visit; returns once it is written. Does nothing without a history.
  package var record: @Sendable (_ impression: Impression) async -> Void =
    unimplemented("RecordClient.record")
  /// Saves the user's place in this source for the next run. Does nothing without a history.
  package var savePlace: @Sendable (_ key: ContentKey) async -> Void =
    unimplemented("RecordClient.savePlace")

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension RecordClient {
  /// A client that remembers nothing.
  package static var disabled: Self {
    var client = Self()
    client.marks = { _ in [:] }
    client.setLiked = { _, _ in .success(()) }
    client.record = { _ in }
    client.savePlace = { _ in }
    return client
  }
}

extension DependencyValues {
  /// What is remembered from one run to the next.
  package var recordClient: RecordClient {
    get { self[RecordClient.self] }
    set { self[RecordClient.self] = newValue }
  }
}
