import Composable
import IssueReporting
import Models

/// What is noted about clips beside their files and in their attributes.
package struct NotesClient: Client {
  package var notes: @Sendable (_ clip: FilePath) async -> FileNotes =
    unimplemented("NotesClient.notes", placeholder: FileNotes())
  /// Opens a clip's caption in an editor, in the terminal, and returns once that has ended.
  package var editCaption: @Sendable (_ clip: FilePath) async -> Result<Void, FeedError> =
    unimplemented("NotesClient.editCaption", placeholder: .success(()))

  package init() {}
}

extension DependencyValues {
  package var notesClient: NotesClient {
    get { self[NotesClient.self] }
    set { self[NotesClient.self] = newValue }
  }
}
