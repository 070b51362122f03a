/// How far what is seen of a long still has moved: from the frame's middle to its beginning,
/// from there to its end and back, for ever. It begins and ends each way slowly, and rests between.
/// See docs/decisions/frames-frame-area.md.
package struct Pan: Hashable, Sendable {
  /// Pixels between the first place and the last.
  package let distance: Int
  /// From one end to the other, in seconds.
  package let wayDuration: Double

  /// At the ends, and before it begins, in seconds: time to see that it is one.
  package static let rest = 1.5
  /// A way takes so many seconds, and more for each length of what is seen that it is long: an eye
  /// follows that without haste.
  private static let shortestWay = 4.0
  private static let wayPerLength = 3.0
  /// A frame that is longer by less is not worth it, as a part of what is seen.
  private static let leastLength = 0.25
  /// Time between two steps, in seconds: no more than a clip's frames take.
  package static let interval = 1.0 / 30

  /// Plans a pan.
  ///
  /// - Parameters:
  ///   - length: The frame's, in pixels along its long side.
  ///   - seen: How many of them are seen at once.
  /// - Returns: `nil` if hardly more is there than is seen.
  package init?(length: Int, seen: Int) {
    guard seen > 0, Double(length - seen) >= Self.leastLength * Double(seen) else { return nil }
    distance = length - seen
    wayDuration = Self.shortestWay + Self.wayPerLength * Double(distance) / Double(seen)
  }

  /// The first pixel that is seen.
  ///
  /// - Parameter time: Seconds since it began.
  package func offset(at time: Double) -> Int {
    let (from, to, part) = leg(at: time)
    // Without a jolt at either end: no speed there (the cubic Hermite step).
    return from + Int((Double(to - from) * part * part * (3 - 2 * part)).rounded())
  }

  /// Whether the frame stays for a moment.
  package func isResting(at time: Double) -> Bool {
    let leg = leg(at: time)
    return leg.from == leg.to
  }

  /// Where it comes from, where it goes, and how much of that way is done, from 0 to 1; a rest goes
  /// nowhere.
  private func leg(at time: Double) -> (from: Int, to: Int, part: Double) {
    let middle = distance / 2
    guard time.isFinite, time > Self.rest else { return (middle, middle, 0) }
    var time = time - Self.rest
    let firstWay = wayDuration / 2
    if time < firstWay { return (middle, 0, time / firstWay) }
    time = (time - firstWay).truncatingRemainder(dividingBy: 2 * (Self.rest + wayDuration))
    if time < Self.rest { return (0, 0, 0) }
    time -= Self.rest
    if time < wayDuration { return (0, distance, time / wayDuration) }
    time -= wayDuration
    if time < Self.rest { return (distance, distance, 0) }
    return (distance, 0, (time - Self.rest) / wayDuration)
  }
}
