/// A single frame of a clip, separate from playback: a frame to save, or a thumbnail for the seek
/// bar.
package struct StillRequest: Hashable, Sendable {
  package var id: PlayerID
  /// In seconds: of the frame shown then, or of a keyframe no later.
  package var time: Double
  package var precision: SeekPrecision
  /// The area to fit the frame into; `nil` for its own size in square pixels.
  package var area: FrameArea?

  package init(id: PlayerID, time: Double, _ precision: SeekPrecision, area: FrameArea?) {
    self.id = id
    self.time = time
    self.precision = precision
    self.area = area
  }
}
