/// What the engine has done with the pictures of a clip since it came on screen, and which other
/// clips it has ready.
package struct PlayerStatistics: Hashable, Sendable {
  /// How ready a neighbour of the clip on screen is.
  package struct Neighbour: Hashable, Sendable {
    package var id: PlayerID
    /// `nil` for a clip that cannot be played.
    package var stage: PreloadStage?

    /// Creates a neighbour.
    package init(id: PlayerID, stage: PreloadStage?) {
      self.id = id
      self.stage = stage
    }
  }

  /// Pictures made ready for the screen.
  package var made = 0
  /// Pictures left out because their time had passed before they could be shown.
  package var late = 0
  /// Pictures left out because the display takes fewer in a second: by `--fps`, or because the way
  /// to the terminal carries no more.
  package var unasked = 0
  /// By how many seconds the last picture was ahead of the sound, apart from `lead`; `nil` before the
  /// first one, and for a clip without sound.
  package var offset: Double?
  /// Seconds by which pictures leave before their sound, because they travel longer.
  package var lead = 0.0
  /// The clips kept ready, the most wanted first.
  package var neighbours: [Neighbour] = []

  /// Creates statistics of a clip that has just come on screen.
  package init() {}
}
