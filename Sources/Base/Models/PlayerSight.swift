/// What a player shows now.
package struct PlayerSight: Sendable {
  /// Its newest picture; `nil` as long as there is none.
  package var newest: Frame?
  package var time: PlaybackTime
  /// What the chosen captions say.
  package var captions: [Caption]
  /// All that is known of the clip; `nil` before it was opened.
  package var details: MediaDetails?

  /// Creates a sight; of no player, unless something is given.
  package init(
    newest: Frame? = nil, time: PlaybackTime = PlaybackTime(), captions: [Caption] = [],
    details: MediaDetails? = nil
  ) {
    self.newest = newest
    self.time = time
    self.captions = captions
    self.details = details
  }
}
