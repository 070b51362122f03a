/// A player's progress in opening its clip.
package enum PlayerStatus: Hashable, Sendable {
  case unknown
  /// The clip is being opened, or its first frame decoded.
  case opening
  /// A frame is available and playback can start.
  case ready
  /// The clip cannot be played; final until its file changes.
  case failed(MediaError)
}

/// What happens when a clip reaches its end.
package enum LoopMode: String, Hashable, Sendable, CaseIterable {
  /// The clip loops.
  case one
  /// The feed moves to the next clip.
  case feed
  /// The last frame stays.
  case off
}

package enum SeekPrecision: Hashable, Sendable {
  /// On the keyframe at or before the position: cheap, for scrubbing.
  case keyframe
  /// On the frame shown at the position.
  case exact
}
