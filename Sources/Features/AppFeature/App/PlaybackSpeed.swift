/// The playback speed, in clearly distinct steps.
package struct PlaybackSpeed: Hashable, Sendable {
  private static let steps = [0.5, 0.75, 1, 1.25, 1.5, 2]

  private var step: Int

  package static let normal = PlaybackSpeed(step: 2)

  /// The factor, 0.5 to 2.
  package var factor: Double { Self.steps[step] }

  /// Changes the speed by a number of steps, slower if negative, within the available range.
  package mutating func change(by count: Int) {
    step = min(max(step + count, 0), Self.steps.count - 1)
  }
}
