import Glibc
import Models
import Platform

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
    let date = "\((parts.tm_year + 1900).padded(to: 4))-\((parts.tm_mon + 1).padded(to: 2))"
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0.padded(to: 2) }
    return "\(date)-\(parts.tm_mday.padded(to: 2))T\(time.joined(separator: ":"))"
      + (digits > 0 ? "." + max(fraction, 0).padded(to: digits) : "") + "Z"
  }
}
