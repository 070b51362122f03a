/// Tells a double click from two clicks.
struct Clicks {
  /// How soon the second click comes, in seconds: what desktops have as their default.
  private static let interval = 0.4

  private var last: (time: Double, column: Int, row: Int)?

  /// Notes a click.
  ///
  /// - Parameter time: In seconds of a monotonic clock.
  /// - Returns: Whether it is the second of a pair, at about the same place; a third begins anew.
  mutating func isSecond(at time: Double, column: Int, row: Int) -> Bool {
    if let last, time - last.time < Self.interval, abs(column - last.column) <= 1, row == last.row {
      self.last = nil
      return true
    }
    last = (time, column, row)
    return false
  }
}
