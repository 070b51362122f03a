import Composable
import IssueReporting
import Models

/// What is remembered from one run to the next.
package struct RecordClient: Client {
  /// What is remembered of some items; those without any mark are left out.
  package var marks: @Sendable (_ keys: [ContentKey]) async -> [ContentKey: ItemMarks] =
    unimplemented("RecordClient.marks", placeholder: [:])
  /// Likes or unlikes items; returns once that is saved, or why it could not be. As every
  /// decision, it is saved in the order of the calls.
  package var setLiked:
    @MainActor @Sendable (_ items: [FeedItem], _ isLiked: Bool) async -> Result<Void, FeedError> =
      unimplemented("RecordClient.setLiked", placeholder: .success(()))
  /// Saves how the user has rotated an item; returns once that is saved, or why it could not be.
  package var setRotation:
    @MainActor @Sendable (_ item: FeedItem, _ rotation: Rotation) async -> Result<Void, FeedError> =
      unimplemented("RecordClient.setRotation", placeholder: .success(()))
  /// Saves what was decided, all or nothing; returns once that is done, or why it could not be.
  package var decide: @MainActor @Sendable (_ lot: Lot) async -> Result<Void, FeedError> =
    unimplemented("RecordClient.decide", placeholder: .success(()))
  /// Takes it back: the items' reviews are as before; returns once that is saved, or why it could not
  /// be.
  package var takeBack: @MainActor @Sendable (_ lot: Lot) async -> Result<Void, FeedError> =
    unimplemented("RecordClient.takeBack", placeholder: .success(()))
  /// What was decided last in this source, the oldest first.
  package var lots: @Sendable () async -> [Lot] =
    unimplemented("RecordClient.lots", placeholder: [])
  /// The tags in use, the most frequent first.
  package var tags: @Sendable () async -> [String] =
    unimplemented("RecordClient.tags", placeholder: [])
  /// The sound delay last chosen for this sound device, in milliseconds; 0 if none was.
  package var soundDelay: @Sendable () async -> Int =
    unimplemented("RecordClient.soundDelay", placeholder: 0)
  /// Saves the sound delay for this sound device, in milliseconds.
  package var saveSoundDelay: @Sendable (_ delay: Int) async -> Void =
    unimplemented("RecordClient.saveSoundDelay")
  /// How often each hint was told, by its name; `nil` if that cannot be known.
  package var hints: @Sendable () async -> [String: Int]? =
    unimplemented("RecordClient.hints", placeholder: nil)
  /// Counts that a hint was told.
  package var noteHint: @Sendable (_ name: String) async -> Void =
    unimplemented("RecordClient.noteHint")
  /// Saves a visit; returns once it is written. Does nothing without a history.
  package var record: @Sendable (_ impression: Impression) async -> Void =
    unimplemented("RecordClient.record")
  /// Saves the user's place in this source for the next run. Does nothing without a history.
  package var savePlace: @Sendable (_ place: LastPlace) async -> Void =
    unimplemented("RecordClient.savePlace")

  package init() {}
}

extension RecordClient {
  /// A client that remembers nothing.
  package static var disabled: Self {
    var client = Self()
    client.marks = { _ in [:] }
    client.setLiked = { _, _ in .success(()) }
    client.setRotation = { _, _ in .success(()) }
    client.decide = { _ in .success(()) }
    client.takeBack = { _ in .success(()) }
    client.lots = { [] }
    client.tags = { [] }
    client.soundDelay = { 0 }
    client.saveSoundDelay = { _ in }
    client.hints = { nil }
    client.noteHint = { _ in }
    client.record = { _ in }
    client.savePlace = { _ in }
    return client
  }
}

extension DependencyValues {
  package var recordClient: RecordClient {
    get { self[RecordClient.self] }
    set { self[RecordClient.self] = newValue }
  }
}
