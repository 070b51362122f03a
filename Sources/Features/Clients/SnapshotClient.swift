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
  /// - Parameters:
  ///   - id: The player.
  ///   - title: The base of the file's name.
  ///   - form: How much of the frame.
  /// - Returns: The file's location, as shown to the user.
  package var save:
    @Sendable (_ id: PlayerID, _ title: CleanText, _ form: SnapshotForm) async
      -> Result<CleanText, SnapshotError> =
      unimplemented("SnapshotClient.save", placeholder: .failure(.noFrame))

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension DependencyValues {
  /// Saves frames.
  package var snapshotClient: SnapshotClient {
    get { self[SnapshotClient.self] }
    set { self[SnapshotClient.self] = newValue }
  }
}
