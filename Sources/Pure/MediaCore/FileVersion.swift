/// What tells that a file is still the one it was: when it was last written, and its length.
package struct FileVersion: Hashable, Sendable {
  /// Nanoseconds since 1970.
  package var modified: Int64
  package var byteCount: Int64

  /// Creates a version.
  package init(modified: Int64, byteCount: Int64) {
    self.modified = modified
    self.byteCount = byteCount
  }
}
