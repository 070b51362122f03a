package struct TrackChoice: Hashable, Sendable {
  /// The id of a `MediaTrack` with audio.
  package var sound: Int?
  /// The id of a `MediaTrack` with subtitles.
  package var subtitles: Int?

  package init(sound: Int? = nil, subtitles: Int? = nil) {
    self.sound = sound
    self.subtitles = subtitles
  }
}
