import Glibc

/// A day of the Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// Takes the parts of a date; it need not exist.
  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date a number of days after 1970-01-01.
  package init(daysSince1970 days: Int) {
    var seconds = days * 86_400
    var parts = tm()
    gmtime_r(&seconds, &parts)
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// The number of days since 1970-01-01.
  package var daysSince1970: Int {
    var parts = tm()
    parts.tm_year = Int32(clamping: year - 1900)
    parts.tm_mon = Int32(clamping: month - 1)
    parts.tm_mday = Int32(clamping: day)
    return timegm(&parts) / 86_400
  }
}
