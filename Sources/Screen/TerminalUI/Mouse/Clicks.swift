/// Distinguishes a double click from two clicks.
struct Clicks {
  /// The maximum time to the second click, in seconds: the default of desktops.
  private static let interval = 0.4

  private var last: (time: Double, column: Int, row: Int)?

  /// Notes a click.
  ///
  /// - Parameter time: In seconds of a monotonic clock.
  /// - Returns: Whether it is the second of a pair, at about the same position; a third starts a
  ///   new pair.
  mutating func isSecond(at time: Double, column: Int, row: Int) -> Bool {
    if let last, time - last.time < Self.interval, abs(column - last.column) <= 1, row == last.row {
      self.last = nil
      return true
    }
    last = (time, column, row)
    return false
  }
}
