import AppFeature

/// The user's unfinished input between two terminal events.
struct UserInput {
  /// Swipes from the same read of the terminal, which are one turn of the page.
  var swipes = Swipes()
  /// The click that has opened a tile of the overview.
  var openingClick: Clicks?
  var pointer = Pointer()
  var motion = MotionReports()
  /// Whether the last key decided and went on: the next decision does not wait for motion.
  var hasJudged = false
  private var lastStir = -Double.infinity

  /// How often a pointer that moves without effect keeps the seek bar visible, in seconds.
  private static let stirInterval = 0.5

  /// Handles a pointer motion without effect.
  ///
  /// - Returns: Whether it is time to report activity.
  mutating func stirs(at time: Double) -> Bool {
    guard time - lastStir >= Self.stirInterval else { return false }
    lastStir = time
    return true
  }
}
