/// What the times that files tell are held to.
package enum MediaTime {
  /// Times further from zero than this, in seconds, are damage: 300 years. Recordings that count
  /// from 1970 stay below, and a `Double` tells microseconds up to here.
  static let limit = 1e10

  /// Returns a time in seconds; `nil` if it is no number or no file can mean it.
  package static func plausible(_ time: Double) -> Double? {
    abs(time) <= limit ? time : nil
  }
}
