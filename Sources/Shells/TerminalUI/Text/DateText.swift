import Models

/// A date and a time of day as they are shown: `2026-11-21 09:45`.
enum DateText {
  private static let secondsOfADay = 86_400

  /// Words for a time.
  ///
  /// - Parameters:
  ///   - seconds: Since 1970, in UTC.
  ///   - offset: Seconds by which the reader's clock is ahead of UTC.
  /// - Returns: `nil` for what is no time of our calendar, or not of the years 1 to 9999.
  static func words(_ seconds: Double, offset: Int = 0) -> CleanText? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let local = Int(seconds.rounded(.down)) + offset
    let day = Int((Double(local) / Double(secondsOfADay)).rounded(.down))
    let minutes = (local - day * secondsOfADay) / 60
    guard let date = date(ofDay: day) else { return nil }
    return CleanText("\(date) \(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))")
  }

  /// The day of a time alone: `2026-11-21`.
  static func day(_ seconds: Double, offset: Int = 0) -> CleanText? {
    words(seconds, offset: offset).map { CleanText(String($0.string.prefix { $0 != " " })) }
  }

  /// The date of a day counted from 1970-01-01, in the Gregorian calendar (after H. Hinnant, "chrono-
  /// Compatible Low-Level Date Algorithms": years that begin in March, in cycles of 400).
  private static func date(ofDay day: Int) -> String? {
    let shifted = day + 719_468
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    guard (1...9_999).contains(year) else { return nil }
    return "\(String(year + 10_000).suffix(4))-\(twoDigits(month))-\(twoDigits(dayOfMonth))"
  }

  private static func twoDigits(_ number: Int) -> Substring { String(number + 100).suffix(2) }
}
