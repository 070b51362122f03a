import Composable
import IssueReporting
import Models

/// How much of a frame is saved.
package enum SnapshotForm: Hashable, Sendable {
  /// All its pixels, decoded again.
  case full
  /// The pixels shown on screen.
  case shown
}

/// Why a frame was not saved.
package enum SnapshotError: Error, Hashable, Sendable {
  /// There is no frame on screen.
  case noFrame
  /// It could not be decoded again.
  case media(MediaError)
  /// It could not be written: where, and the system's reason.
  case file(place: CleanText, reason: CleanText)
}

/// Saves frames.
package struct SnapshotClient: Client {
  /// Saves the frame that a player shows now, as a new file.
  ///
  /// - Parameter title: The base of the file's name.
  /// - Returns: The file's location, as shown to the user.
  package var save:
    @Sendable (_ id: PlayerID, _ title: CleanText, _ form: SnapshotForm) async
      -> Result<CleanText, SnapshotError> =
      unimplemented("SnapshotClient.save", placeholder: .failure(.noFrame))

  package init() {}
}

extension DependencyValues {
  package var snapshotClient: SnapshotClient {
    get { self[SnapshotClient.self] }
    set { self[SnapshotClient.self] = newValue }
  }
}
