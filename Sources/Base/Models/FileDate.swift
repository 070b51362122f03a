/// When a file was written, as its file system has it. Some count for longer than nanoseconds fit into
/// one number.
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

  /// Seconds since 1970, as exactly as a `Double` tells them.
  package var sinceEpoch: Double { Double(seconds) + Double(nanoseconds) * 1e-9 }
}
