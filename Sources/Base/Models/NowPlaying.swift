/// What a player shows now.
package struct NowPlaying: Sendable {
  /// Its newest frame; `nil` as long as there is none.
  package var newest: Frame?
  package var time: PlaybackTime
  /// What the chosen subtitles say.
  package var subtitles: [SubtitleCue]
  /// All that is known of the clip; `nil` before it was opened.
  package var details: MediaDetails?

  /// Creates a sight; of no player, unless something is given.
  package init(
    newest: Frame? = nil, time: PlaybackTime = PlaybackTime(), subtitles: [SubtitleCue] = [],
    details: MediaDetails? = nil
  ) {
    self.newest = newest
    self.time = time
    self.subtitles = subtitles
    self.details = details
  }
}
