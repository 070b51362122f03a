import Models

/// What tells that a file is still the one it was: when it was last written, and its length.
package struct FileVersion: Hashable, Sendable {
  package var modified: FileDate
  package var byteCount: Int

  /// Creates a version.
  package init(modified: FileDate, byteCount: Int) {
    self.modified = modified
    self.byteCount = byteCount
  }

  /// Looks at a file. Called on threads that may wait for a slow disk.
  ///
  /// - Returns: `nil` if there is none, and for what is not on this machine.
  package init?(of location: MediaLocation) {
    guard case .file(let path) = location, let status = try? FileStatus(path) else { return nil }
    self.init(modified: status.modified, byteCount: status.size)
  }
}
