/// A single frame of a clip, separate from playback: a frame to save, or a thumbnail for the seek
/// bar.
package struct StillRequest: Hashable, Sendable {
  package enum Moment: Hashable, Sendable {
    /// The one on screen.
    case shown
    /// The keyframe at or before a time in seconds, or the frame shown at that time.
    case at(Double, SeekPrecision)
  }

  package var id: PlayerID
  package var moment: Moment
  /// The area to fit the frame into; `nil` for its own size in square pixels.
  package var area: FrameArea?

  package init(id: PlayerID, moment: Moment, area: FrameArea?) {
    self.id = id
    self.moment = moment
    self.area = area
  }
}
