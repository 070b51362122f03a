/// How dates, numbers and durations are written where the user lives (docs/decisions/screen-text.md).
package struct LocalFormats: Hashable, Sendable {
  /// Between whole and parts.
  package var decimalSeparator = "."
  /// Between groups of digits; empty if there are none.
  package var groupSeparator = " "
  /// How many digits the groups have, from the right; the last one goes for all others.
  package var groups = [3]
  /// The date, in directives of `strftime`.
  package var date = "%Y-%m-%d"
  /// Between hours, minutes and seconds.
  package var timeSeparator = ":"
  /// What stands behind a time before and after noon; empty where the hours count to 24.
  package var halves: [String] = []
  /// The names of the months, in short and in full; empty if they are not known.
  package var shortMonths: [String] = []
  package var months: [String] = []

  /// Creates formats that are understood everywhere: those of ISO 8601, and a point.
  package init() {}

  /// What is used where the environment asks for nothing.
  package static let plain = LocalFormats()
}
