/// How far frames run ahead of the sound, so that both are perceived together where the frames
/// have a longer way (docs/decisions/engine-sync.md).
///
/// It follows what is asked for gently: a tenth faster or slower than life is not noticed, a jump of
/// seven frames is.
package struct FrameLead: Hashable, Sendable {
  /// By how many seconds the lead changes in a second of play.
  static let slope = 0.1

  /// The lead in force, in seconds.
  package private(set) var value = 0.0
  private var movedAt: Double?

  /// Creates a lead of nothing.
  package init() {}

  /// Moves towards what is asked for.
  ///
  /// - Parameters:
  ///   - target: The lead asked for, in seconds.
  ///   - now: Host time, in seconds.
  ///   - isPlaying: Whether time passes for the frames; otherwise nothing moves.
  package mutating func follow(_ target: Double, now: Double, isPlaying: Bool) {
    defer { movedAt = isPlaying ? now : nil }
    guard isPlaying, let movedAt else { return }
    let step = max(now - movedAt, 0) * Self.slope
    value += min(max(target - value, -step), step)
  }
}
