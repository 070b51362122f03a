import Models

/// Whether the frame of the page on screen has reached the terminal: what nobody has seen cannot be
/// judged (docs/decisions/triage.md).
struct FrameReport {
  /// The page whose frame was drawn last.
  private var drawn: PageID?
  private var reported: PageID?

  /// How often to look whether a frame has been written, in seconds.
  static let interval = 0.02

  /// Whether there is a page to report.
  var isPending: Bool { drawn != nil && drawn != reported }

  /// A screen was handed to the terminal.
  ///
  /// - Parameter isComplete: Whether the page's frame, or what takes its place, is at rest on it.
  mutating func presented(_ page: PageID?, isComplete: Bool) {
    drawn = isComplete ? page : nil
  }

  /// The page to report, once.
  mutating func next() -> PageID? {
    guard isPending else { return nil }
    reported = drawn
    return drawn
  }
}
