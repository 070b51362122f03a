/// Tells whether a file still has the same content: its size, and when it was last changed.
package struct FileVersion: Hashable, Sendable {
  package var modified: FileDate
  /// In bytes.
  package var size: Int

  package init(modified: FileDate, size: Int) {
    self.modified = modified
    self.size = size
  }

  package init(_ status: FileStatus) {
    self.init(modified: status.modified, size: status.size)
  }

  /// Reads the version of a file; `nil` if there is none. Called on threads that may wait for a slow
  /// disk.
  package init?(_ path: FilePath) {
    guard let status = try? FileStatus(path) else { return nil }
    self.init(status)
  }

  /// Reads the version of a clip's file; `nil` if there is none, or it is not local.
  package init?(of location: MediaLocation) {
    guard let path = location.filePath else { return nil }
    self.init(path)
  }
}
