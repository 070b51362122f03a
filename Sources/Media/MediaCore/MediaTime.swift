/// Validates the times found in files.
package enum MediaTime {
  /// Times further from zero than this, in seconds, are damage: 300 years. Recordings that count
  /// from 1970 stay below, and a `Double` has microsecond precision up to here.
  static let limit = 1e10

  /// Returns a time in seconds; `nil` if it is NaN or implausible.
  package static func plausible(_ time: Double) -> Double? {
    abs(time) <= limit ? time : nil
  }
}
