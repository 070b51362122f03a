/// What the engine has done with the frames of a clip since it came on screen.
package struct PlayerStatistics: Hashable, Sendable {
  /// Frames made ready for the screen.
  package var made = 0
  /// Frames left out because their time had passed before they could be shown.
  package var late = 0
  /// Frames left out because the display takes fewer in a second: by `--fps`, or because the way
  /// to the terminal carries no more.
  package var unasked = 0
  /// By how many seconds the last frame was ahead of the sound, apart from `lead`; `nil` before the
  /// first one, and for a clip without sound.
  package var offset: Double?
  /// Seconds by which frames leave before their sound, because they travel longer.
  package var lead = 0.0

  /// Creates statistics of a clip that has just come on screen.
  package init() {}
}
