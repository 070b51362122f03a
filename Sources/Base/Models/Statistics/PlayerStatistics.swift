/// What the engine has done with a clip's frames since it came on screen.
package struct PlayerStatistics: Hashable, Sendable {
  /// Frames made ready for the screen.
  package var made = 0
  /// Frames dropped because their time had passed before they could be shown.
  package var late = 0
  /// Frames skipped because the display takes fewer per second, due to `--fps` or the link's
  /// capacity.
  package var unasked = 0
  /// How many seconds the last frame was ahead of the sound, not counting `lead`; `nil` before the
  /// first one, and for a clip without sound.
  package var offset: Double?
  /// Seconds by which frames leave before their sound, because they travel longer.
  package var lead = 0.0

  package init() {}
}
