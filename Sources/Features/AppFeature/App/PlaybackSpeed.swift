/// How fast clips play, in steps that are easily told apart.
package struct PlaybackSpeed: Hashable, Sendable {
  private static let steps = [0.5, 0.75, 1, 1.25, 1.5, 2]

  private var step: Int

  /// As fast as was recorded.
  package static let normal = PlaybackSpeed(step: 2)

  /// The factor, 0.5 to 2.
  package var factor: Double { Self.steps[step] }

  /// Goes faster by a number of steps, slower if negative; stays within what there is.
  package mutating func change(by count: Int) {
    step = min(max(step + count, 0), Self.steps.count - 1)
  }
}
