import Models

/// What is round the program: the system's opener and the clipboard.
package struct DesktopClient: Sendable {
  /// Opens a file or an address of the web with the program the system has for it.
  ///
  /// - Returns: Whether there is an opener and it started; otherwise why not.
  package var open: @Sendable (_ location: MediaLocation) async -> Result<Void, FeedError>
  /// Sends the address, or the path from the root, to the terminal for its clipboard (OSC 52). The
  /// terminal may ignore it, and does not tell.
  ///
  /// - Returns: What was sent.
  package var copy: @Sendable (_ location: MediaLocation) -> CleanText

  /// Creates a client.
  package init(
    open: @escaping @Sendable (_ location: MediaLocation) async -> Result<Void, FeedError>,
    copy: @escaping @Sendable (_ location: MediaLocation) -> CleanText
  ) {
    self.open = open
    self.copy = copy
  }
}
