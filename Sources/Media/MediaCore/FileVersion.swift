import Models

/// What tells that a file is still the one it was: when it was last written, and its length.
package struct FileVersion: Hashable, Sendable {
  package var modified: FileDate
  package var byteCount: Int64

  /// Creates a version.
  package init(modified: FileDate, byteCount: Int64) {
    self.modified = modified
    self.byteCount = byteCount
  }
}
