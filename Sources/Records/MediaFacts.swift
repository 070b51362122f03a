/// A file's metadata, as read by opening it. Empty if it cannot be played.
package struct MediaFacts: Hashable, Sendable {
  /// In seconds.
  package var duration: Double?
  /// The frame's shape, in square pixels.
  package var width: Int?
  package var height: Int?
  /// Frames per second.
  package var frameRate: Double?
  /// The video codec's libav name; empty without video.
  package var codec = ""
  /// The audio format; empty without sound.
  package var sound = ""
  /// When it was recorded, in seconds since 1970.
  package var recorded: Double?
  /// Its title according to its metadata; empty if there is none.
  package var title = ""
  package var soundTracks = 0
  package var subtitleTracks = 0

  package init() {}
}
