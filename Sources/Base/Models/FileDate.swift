/// When a file was last written, as reported by its file system. Some file systems have a range
/// that does not fit into nanoseconds in one number.
package struct FileDate: Hashable, Sendable {
  /// Seconds since 1970, rounded down.
  package let seconds: Int
  /// Nanoseconds since then.
  package let nanoseconds: Int

  /// Creates a date.
  package init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Seconds since 1970, as precisely as a `Double` can hold.
  package var sinceEpoch: Double { Double(seconds) + Double(nanoseconds) * 1e-9 }
}
