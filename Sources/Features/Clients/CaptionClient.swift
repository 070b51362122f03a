import Composable
import IssueReporting
import Models

/// The captions of a data set: `clip.txt` beside `clip.mp4`.
package struct CaptionClient: Client {
  /// The lines of a clip's caption; none if it has no caption.
  package var lines: @Sendable (_ clip: FilePath) async -> [CleanText] =
    unimplemented("CaptionClient.lines", placeholder: [])
  /// Has the user edit a clip's caption, in the terminal, and waits until they are done.
  package var edit: @Sendable (_ clip: FilePath) async -> Result<Void, FeedError> =
    unimplemented("CaptionClient.edit", placeholder: .success(()))

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension DependencyValues {
  /// The captions of clips.
  package var captionClient: CaptionClient {
    get { self[CaptionClient.self] }
    set { self[CaptionClient.self] = newValue }
  }
}
