package struct SubtitleCue: Hashable, Sendable {
  /// Seconds since the first frame.
  package var start: Double
  /// Seconds since the first frame; not before `start`.
  package var end: Double
  package var lines: [StyledText]

  package init(start: Double, end: Double, lines: [StyledText]) {
    self.start = start
    self.end = end
    self.lines = lines
  }
}
