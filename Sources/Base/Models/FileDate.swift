/// When a file was last written, as reported by its file system. Some file systems have a range
/// that does not fit into nanoseconds in one number.
package struct FileDate: Hashable, Sendable {
  /// Seconds since 1970, rounded down.
  package let seconds: Int
  /// Nanoseconds since then.
  package let nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Seconds since 1970, as precisely as a `Double` can hold.
  package var sinceEpoch: Double { Double(seconds) + Double(nanoseconds) * 1e-9 }

  package init(sinceEpoch nanoseconds: Int) {
    let seconds = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let isNegative = seconds.remainder < 0
    self.init(
      seconds: seconds.quotient - (isNegative ? 1 : 0),
      nanoseconds: seconds.remainder + (isNegative ? 1_000_000_000 : 0))
  }

  /// The date as it is saved: clamped to what fits into nanoseconds, 1677 to 2262.
  package var clamped: FileDate { FileDate(sinceEpoch: nanosecondsSinceEpoch) }

  /// Nanoseconds since 1970, clamped to what fits.
  package var nanosecondsSinceEpoch: Int {
    let (whole, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOver) = whole.addingReportingOverflow(nanoseconds)
    return isTooFar || isOver ? (seconds < 0 ? .min : .max) : sum
  }

  /// Some disks keep times to two seconds only.
  private static let tolerance = 2.0

  /// Whether another date may be the same, on another disk.
  package func isAbout(_ other: FileDate) -> Bool {
    abs(sinceEpoch - other.sinceEpoch) <= Self.tolerance
  }
}
