/// Which of a clip's tracks are heard and read.
package struct TrackChoice: Hashable, Sendable {
  /// The id of a `MediaTrack` of sound.
  package var sound: Int?
  /// The id of a `MediaTrack` of subtitles.
  package var subtitles: Int?

  /// Creates a choice.
  package init(sound: Int? = nil, subtitles: Int? = nil) {
    self.sound = sound
    self.subtitles = subtitles
  }
}
