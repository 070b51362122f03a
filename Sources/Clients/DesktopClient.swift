import Models

/// What is round the program: the system's opener and the clipboard.
package struct DesktopClient: Sendable {
  /// Opens a file or an address of the web with the program the system has for it.
  ///
  /// - Returns: Whether there is an opener and it started; otherwise why not.
  package var open: @Sendable (_ location: MediaLocation) async -> Result<Void, FeedError>
  /// Puts text onto the clipboard of the terminal (OSC 52), which may ignore it.
  package var copy: @Sendable (_ text: CleanText) -> Void

  /// Creates a client.
  package init(
    open: @escaping @Sendable (_ location: MediaLocation) async -> Result<Void, FeedError>,
    copy: @escaping @Sendable (_ text: CleanText) -> Void
  ) {
    self.open = open
    self.copy = copy
  }
}
