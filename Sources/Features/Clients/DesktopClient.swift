import Composable
import IssueReporting
import Models

/// The desktop: the system's opener and the clipboard.
package struct DesktopClient: Client {
  /// Opens a file or a web address with the system's program for it.
  ///
  /// - Returns: Whether there is an opener and it started; otherwise why not.
  package var open: @Sendable (_ location: MediaLocation) async -> Result<Void, FeedError> =
    unimplemented("DesktopClient.open", placeholder: .success(()))
  /// Sends the address, or the absolute path, to the terminal for its clipboard (OSC 52). The
  /// terminal may ignore it without notice.
  ///
  /// - Returns: What was sent.
  package var copy: @Sendable (_ location: MediaLocation) -> CleanText =
    unimplemented("DesktopClient.copy", placeholder: "")

  package init() {}
}

extension DependencyValues {
  package var desktopClient: DesktopClient {
    get { self[DesktopClient.self] }
    set { self[DesktopClient.self] = newValue }
  }
}
