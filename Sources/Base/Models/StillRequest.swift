/// One picture of a clip apart from play: a frame to save, or a small poster for the seek bar.
package struct StillRequest: Hashable, Sendable {
  /// Which picture.
  package enum Moment: Hashable, Sendable {
    /// The one on screen.
    case shown
    /// The keyframe at or before a time in seconds, or the picture shown at that time.
    case at(Double, SeekPrecision)
  }

  package var id: PlayerID
  package var moment: Moment
  /// What the picture shall fit into; `nil` for its own size in square pixels.
  package var area: PictureArea?

  /// Creates a request.
  package init(id: PlayerID, moment: Moment, area: PictureArea?) {
    self.id = id
    self.moment = moment
    self.area = area
  }
}
