import Models

/// Whether the frame of the page on screen has reached the terminal: what nobody has seen cannot be
/// judged (docs/decisions/triage.md).
struct FrameReport {
  /// The page whose frame was drawn last, and with which frame of the terminal first.
  private var drawn: (page: PageID, frame: Int)?
  private var reported: PageID?

  /// How often to look whether a frame has been written, in seconds.
  static let interval = 0.02

  /// Whether there is a page to report.
  var isPending: Bool { drawn != nil && drawn?.page != reported }

  /// The frame of the terminal to which that page came; `nil` without one.
  var frame: Int? { isPending ? drawn?.frame : nil }

  /// A screen was handed to the terminal.
  ///
  /// - Parameters:
  ///   - isComplete: Whether the page's frame, or what takes its place, is at rest on it.
  ///   - frame: How many frames the terminal has been sent.
  mutating func presented(_ page: PageID?, isComplete: Bool, frame: Int) {
    guard isComplete, let page else {
      drawn = nil
      return
    }
    // The next ones need not be waited for.
    if drawn?.page != page { drawn = (page, frame) }
  }

  /// The page to report, once.
  mutating func next() -> PageID? {
    guard isPending else { return nil }
    reported = drawn?.page
    return reported
  }
}
