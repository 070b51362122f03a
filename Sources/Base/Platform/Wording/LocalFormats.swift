/// How dates, numbers and durations are written in the user's locale
/// (docs/decisions/screen-text.md).
package struct LocalFormats: Hashable, Sendable {
  /// The decimal point.
  package var decimalSeparator = "."
  /// Between digit groups; empty for none.
  package var groupSeparator = " "
  /// The group sizes from the right; the last one repeats.
  package var groups = [3]
  /// The date, in `strftime` directives.
  package var date = "%Y-%m-%d"
  /// Between hours, minutes and seconds.
  package var timeSeparator = ":"
  /// The suffixes for a.m. and p.m.; empty for a 24-hour clock.
  package var halves: [String] = []
  /// The names of the months, short and full; empty if unknown.
  package var shortMonths: [String] = []
  package var months: [String] = []

  /// Formats that are understood everywhere: ISO 8601, and a decimal point.
  package init() {}

  /// The formats used if the environment requests none.
  package static let plain = LocalFormats()
}
