package struct NowPlaying: Sendable {
  /// Its newest frame; `nil` as long as there is none.
  package var newest: Frame?
  package var time: PlaybackTime
  /// The current cues of the chosen subtitles.
  package var subtitles: [SubtitleCue]
  /// The clip's metadata; `nil` before it is opened.
  package var details: MediaDetails?
  /// The selected tracks; `nil` where there is none.
  package var tracks: TrackChoice
  /// The version of the file whose frames these are; `nil` if it has grown since, or is on a server that does not say.
  package var fileVersion: FileVersion?

  /// The defaults are those of no player.
  package init(
    newest: Frame? = nil, time: PlaybackTime = PlaybackTime(), subtitles: [SubtitleCue] = [],
    details: MediaDetails? = nil, tracks: TrackChoice = TrackChoice(),
    fileVersion: FileVersion? = nil
  ) {
    self.fileVersion = fileVersion
    self.newest = newest
    self.time = time
    self.subtitles = subtitles
    self.details = details
    self.tracks = tracks
  }
}
