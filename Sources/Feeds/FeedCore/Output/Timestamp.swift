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
    let milliseconds = Int((limited * 1000).rounded(.down))
    let whole = milliseconds.flooredQuotient(by: 1000)
    return text(seconds: whole, fraction: milliseconds - whole * 1000, digits: 3)
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
    let seconds = min(max(seconds, range.lowerBound), range.upperBound)
    let day = seconds.flooredQuotient(by: 86_400)
    let second = seconds - day * 86_400
    let date = CivilDate(daysSince1970: day)
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + time.joined(separator: ":") + (digits > 0 ? "." + padded(fraction, digits) : "") + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(max(number, 0))
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }
}

extension Int {
  /// The quotient rounded towards minus infinity.
  fileprivate func flooredQuotient(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
