import Composable
import IssueReporting
import Models

/// What is noted about clips beside their files and in their attributes.
package struct NotesClient: Client {
  /// The notes about a clip.
  package var notes: @Sendable (_ clip: FilePath) async -> FileNotes =
    unimplemented("NotesClient.notes", placeholder: FileNotes())
  /// Has the user edit a clip's caption, in the terminal, and waits until they are done.
  package var editCaption: @Sendable (_ clip: FilePath) async -> Result<Void, FeedError> =
    unimplemented("NotesClient.editCaption", placeholder: .success(()))

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension DependencyValues {
  /// The notes about clips.
  package var notesClient: NotesClient {
    get { self[NotesClient.self] }
    set { self[NotesClient.self] = newValue }
  }
}
