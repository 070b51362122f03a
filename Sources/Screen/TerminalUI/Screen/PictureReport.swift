import Models

/// Whether the picture of the page on screen has reached the terminal: what nobody has seen cannot be
/// judged (docs/decisions/triage.md).
struct PictureReport {
  /// The page whose picture was drawn last.
  private var drawn: ItemID?
  private var reported: ItemID?

  /// A screen was handed to the terminal.
  ///
  /// - Parameters:
  ///   - page: The page on it.
  ///   - isComplete: Whether its picture, or what takes its place, is at rest there.
  mutating func presented(_ page: ItemID?, isComplete: Bool) {
    drawn = isComplete ? page : nil
  }

  /// The page to report, once, now that the terminal has taken what it was handed.
  mutating func next() -> ItemID? {
    guard let drawn, drawn != reported else { return nil }
    reported = drawn
    return drawn
  }
}
