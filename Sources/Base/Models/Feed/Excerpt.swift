/// A part of a clip with a page of its own (docs/decisions/excerpts.md).
package struct Excerpt: Hashable, Sendable {
  /// Which of the excerpts of a clip it is.
  package struct Place: Hashable, Sendable {
    /// Counted from 1.
    package var number: Int
    package var count: Int

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// The whole clip.
  package var clip: Clip
  package var span: TimeSpan
  /// `nil` if it was not chosen by Flick.
  package var place: Place?

  package init(of clip: Clip, span: TimeSpan, place: Place? = nil) {
    self.clip = clip
    self.span = span
    self.place = place
  }
}
