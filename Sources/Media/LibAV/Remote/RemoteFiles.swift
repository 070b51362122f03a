import Network

/// What the inputs of all remote clips share.
final class RemoteFiles: Sendable {
  let web: any WebSource
  /// What was read of files that are closed.
  let shelf = RemoteShelf()
  /// A server that sends nothing for so long is gone; in seconds.
  let stallLimit: Double

  init(web: any WebSource, stallLimit: Double) {
    self.web = web
    self.stallLimit = stallLimit
  }
}
