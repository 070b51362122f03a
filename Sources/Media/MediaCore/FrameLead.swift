/// How far frames run ahead of the sound, so that both are perceived together although the frames
/// travel longer (docs/decisions/engine-sync.md).
///
/// It approaches its target slowly: playback a tenth faster or slower is not noticeable, a jump of
/// seven frames is.
package struct FrameLead: Hashable, Sendable {
  /// The change of the lead in seconds, per second of playback.
  static let slope = 0.1

  /// In seconds.
  package private(set) var value = 0.0
  private var movedAt: Double?

  package init() {}

  /// Moves towards a target.
  ///
  /// - Parameters:
  ///   - target: The requested lead, in seconds.
  ///   - now: Host time, in seconds.
  ///   - isPlaying: Whether the video is playing; otherwise nothing changes.
  package mutating func follow(_ target: Double, now: Double, isPlaying: Bool) {
    defer { movedAt = isPlaying ? now : nil }
    guard isPlaying, let movedAt else { return }
    let step = max(now - movedAt, 0) * Self.slope
    value += min(max(target - value, -step), step)
  }
}
