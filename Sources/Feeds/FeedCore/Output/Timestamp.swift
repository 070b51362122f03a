import Glibc
import Models

/// Points in time in the format of RFC 3339, in UTC.
package enum Timestamp {
  /// The years that RFC 3339 can represent, in seconds since 1970.
  private static let range = -62_167_219_200...253_402_300_799

  /// To the millisecond: `2026-11-21T09:05:02.250Z`.
  ///
  /// - Parameter seconds: Since 1970; clamped to the years 0 to 9999.
  package static func text(_ seconds: Double) -> String {
    guard seconds.isFinite else { return text(0) }
    let limited = min(max(seconds, Double(range.lowerBound)), Double(range.upperBound))
    let milliseconds = (limited * 1000).rounded(.down)
    let whole = (milliseconds / 1000).rounded(.down)
    return text(seconds: Int(whole), fraction: Int(milliseconds - whole * 1000), digits: 3)
  }

  /// To the second: `2026-11-21T09:05:02Z`.
  package static func text(seconds: Int) -> String {
    text(seconds: seconds, fraction: 0, digits: 0)
  }

  /// To the nanosecond, as in file systems: `2026-11-21T09:05:02.250000000Z`.
  package static func text(_ date: FileDate) -> String {
    text(seconds: date.seconds, fraction: date.nanoseconds, digits: 9)
  }

  private static func text(seconds: Int, fraction: Int, digits: Int) -> String {
    var seconds = min(max(seconds, range.lowerBound), range.upperBound)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))"
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0, 2) }
    return "\(date)-\(padded(parts.tm_mday, 2))T\(time.joined(separator: ":"))"
      + (digits > 0 ? "." + padded(fraction, digits) : "") + "Z"
  }

  private static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(max(number, 0))
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }
}
