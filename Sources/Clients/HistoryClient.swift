import Models

/// The record of what was seen.
package struct HistoryClient: Sendable {
  /// Writes impressions down, in order; returns once they are safe. Without a history, nothing.
  package var record: @Sendable (_ impressions: [Impression]) async -> Void
  /// Remembers where the reader is in this source, for the next run.
  package var savePlace: @Sendable (_ key: ContentKey) async -> Void

  /// Creates a client.
  package init(
    record: @escaping @Sendable (_ impressions: [Impression]) async -> Void,
    savePlace: @escaping @Sendable (_ key: ContentKey) async -> Void
  ) {
    self.record = record
    self.savePlace = savePlace
  }
}
