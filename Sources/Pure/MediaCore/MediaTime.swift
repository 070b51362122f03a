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

extension Int {
  /// The whole number nearest to a value: the greatest or least there is for a value beyond those,
  /// 0 for one that is no number.
  package init(saturating value: Double) {
    self = Int(exactly: value.rounded()) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}
