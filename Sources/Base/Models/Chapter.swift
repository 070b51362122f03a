/// A named part of a clip.
package struct Chapter: Hashable, Sendable {
  /// Seconds since the first frame.
  package var start: Double
  /// Seconds since the first frame; not before `start`.
  package var end: Double
  package var title: CleanText

  package init(start: Double, end: Double, title: CleanText) {
    self.start = start
    self.end = end
    self.title = title
  }
}
