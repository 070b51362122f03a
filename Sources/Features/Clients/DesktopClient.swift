import Composable
import IssueReporting
import Models

/// What is round the program: the system's opener and the clipboard.
package struct DesktopClient: Sendable {
  /// Opens a file or an address of the web with the program the system has for it.
  ///
  /// - Returns: Whether there is an opener and it started; otherwise why not.
  package var open: @Sendable (_ location: MediaLocation) async -> Result<Void, FeedError> =
    unimplemented("DesktopClient.open", placeholder: .success(()))
  /// Sends the address, or the path from the root, to the terminal for its clipboard (OSC 52). The
  /// terminal may ignore it, and does not tell.
  ///
  /// - Returns: What was sent.
  package var copy: @Sendable (_ location: MediaLocation) -> CleanText =
    unimplemented("DesktopClient.copy", placeholder: "")

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension DesktopClient: DependencyKey {
  package static var testValue: Self { Self() }
}

extension DependencyValues {
  /// What is round the program.
  package var desktopClient: DesktopClient {
    get { self[DesktopClient.self] }
    set { self[DesktopClient.self] = newValue }
  }
}
