/// A piece of a subtitle.
package struct Caption: Hashable, Sendable {
  /// Seconds since the first picture.
  package var start: Double
  /// Seconds since the first picture; not before `start`.
  package var end: Double
  /// What is said, line by line.
  package var lines: [StyledText]

  /// Creates a caption.
  package init(start: Double, end: Double, lines: [StyledText]) {
    self.start = start
    self.end = end
    self.lines = lines
  }
}
