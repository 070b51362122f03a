import Models

/// What the seek bar shows besides the time and the state.
package struct SeekBarContext {
  /// The named parts of the clip.
  package var chapters: [Chapter]
  /// By how many steps to fill it; `nil` for as many as the time says.
  package var head: Int?
  /// How many of its cells to show as being here to be played, likewise.
  package var reach: Int?

  /// Creates a context, by default of a clip without chapters.
  package init(chapters: [Chapter] = [], head: Int? = nil, reach: Int? = nil) {
    self.chapters = chapters
    self.head = head
    self.reach = reach
  }
}
