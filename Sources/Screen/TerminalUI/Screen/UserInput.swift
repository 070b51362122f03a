import AppFeature

/// What the user has begun to do, between two events of the terminal.
struct UserInput {
  /// Swipes that came in the same reading of the terminal, and are one turn of the page.
  var swipes = Swipes()
  var pointer = Pointer()
  var motion = MotionReports()
  private var lastStir = -Double.infinity

  /// How often the pointer, moving where nothing changes, keeps the seek bar awake, in seconds.
  private static let stirInterval = 0.5

  /// Takes a motion of the pointer that changes nothing.
  ///
  /// - Returns: Whether it is time to tell that somebody is there.
  mutating func stirs(at time: Double) -> Bool {
    guard time - lastStir >= Self.stirInterval else { return false }
    lastStir = time
    return true
  }
}
