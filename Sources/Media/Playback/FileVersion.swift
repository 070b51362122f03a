import Models

/// Identifies a file's content, by its modification date and size.
package struct FileVersion: Hashable, Sendable {
  package var modified: FileDate
  package var byteCount: Int

  /// Creates a version.
  package init(modified: FileDate, byteCount: Int) {
    self.modified = modified
    self.byteCount = byteCount
  }

  /// Reads the version of a file. Called on threads that may wait for a slow disk.
  ///
  /// - Returns: `nil` if there is no file, or it is not local.
  package init?(of location: MediaLocation) {
    guard case .file(let path) = location, let status = try? FileStatus(path) else { return nil }
    self.init(modified: status.modified, byteCount: status.size)
  }
}
