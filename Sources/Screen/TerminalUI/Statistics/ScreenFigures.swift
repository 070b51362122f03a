import Models

/// The counters of drawn frames. Counting allocates nothing.
struct ScreenFigures {
  /// Frames of the clip on screen that were sent to the terminal.
  private(set) var shown = 0
  /// Frames that were replaced by later ones before they were sent.
  private(set) var droppedByLink = 0
  /// Frames of all clips that were sent.
  private(set) var total = 0
  private(set) var swipes = SwipeTimes()

  private var player: PlayerID?
  private var serial: UInt64?
  /// When the first of the pending swipes started, and from which clip.
  private var swipe: (began: Double, from: PlayerID?)?

  /// A swipe was requested; those before the page turns belong to it.
  mutating func swipeBegan(at time: Double) {
    swipe = (time, player)
  }

  /// A screen was handed to the terminal.
  ///
  /// - Parameters:
  ///   - serial: The frame's; `nil` without one.
  ///   - player: The clip's; `nil` for a page without one.
  ///   - isComplete: Whether the page shows what it has: its frame, or what takes its place.
  ///   - isSwiping: Whether swipes have not turned the page yet.
  ///   - time: When.
  mutating func presented(
    _ serial: UInt64?, of player: PlayerID?, isComplete: Bool = false, isSwiping: Bool,
    at time: Double
  ) {
    if player != self.player {
      self.player = player
      self.serial = nil
      (shown, droppedByLink) = (0, 0)
    }
    if let serial { count(serial) }
    guard let swipe, !isSwiping else { return }
    // At an end of the feed, a swipe has no effect.
    if player != swipe.from, serial != nil { swipes.add(time - swipe.began) }
    // A card has no frame to wait for.
    if player == swipe.from || serial != nil || isComplete { self.swipe = nil }
  }

  private mutating func count(_ serial: UInt64) {
    guard serial != self.serial else { return }
    shown += 1
    total += 1
    if let last = self.serial, serial > last { droppedByLink += Int(clamping: serial - last - 1) }
    self.serial = serial
  }
}
