/// The offset of the visible part of a long still: from the middle to the start, from there to the
/// end and back, for ever. It eases in and out of each move, and rests between. See
/// docs/decisions/frames-frame-area.md.
package struct Pan: Hashable, Sendable {
  /// Pixels between the first position and the last.
  package let distance: Int
  /// From one end to the other, in seconds.
  package let passDuration: Double

  /// The rest at the ends and before the start, in seconds: enough to see that it is a still.
  package static let rest = 1.5
  /// The minimum duration of a move in seconds; it grows with the distance in lengths of the
  /// visible part, at a speed comfortable for the eye.
  private static let shortestPass = 4.0
  private static let passPerLength = 3.0
  /// The minimum extra length, as a fraction of the visible part.
  private static let minLength = 0.25
  /// Time between two steps, in seconds: no less than between a clip's frames.
  package static let interval = 1.0 / 30

  /// Plans a pan.
  ///
  /// - Parameters:
  ///   - length: The frame's, in pixels along its long side.
  ///   - seen: How many of them are visible at once.
  /// - Returns: `nil` if hardly more exists than is visible.
  package init?(length: Int, seen: Int) {
    guard seen > 0, Double(length - seen) >= Self.minLength * Double(seen) else { return nil }
    distance = length - seen
    passDuration = Self.shortestPass + Self.passPerLength * Double(distance) / Double(seen)
  }

  /// The first visible pixel.
  ///
  /// - Parameter time: Seconds since the start.
  package func offset(at time: Double) -> Int {
    let (from, to, part) = leg(at: time)
    // Smooth at both ends: zero speed there (the cubic Hermite step).
    return from + Int((Double(to - from) * part * part * (3 - 2 * part)).rounded())
  }

  /// Whether the frame rests at the moment.
  package func isResting(at time: Double) -> Bool {
    let leg = leg(at: time)
    return leg.from == leg.to
  }

  /// The start and end of the current move, and its progress from 0 to 1; a rest has no distance.
  private func leg(at time: Double) -> (from: Int, to: Int, part: Double) {
    let middle = distance / 2
    guard time.isFinite, time > Self.rest else { return (middle, middle, 0) }
    var time = time - Self.rest
    let firstPass = passDuration / 2
    if time < firstPass { return (middle, 0, time / firstPass) }
    time = (time - firstPass).truncatingRemainder(dividingBy: 2 * (Self.rest + passDuration))
    if time < Self.rest { return (0, 0, 0) }
    time -= Self.rest
    if time < passDuration { return (0, distance, time / passDuration) }
    time -= passDuration
    if time < Self.rest { return (distance, distance, 0) }
    return (distance, 0, (time - Self.rest) / passDuration)
  }
}
