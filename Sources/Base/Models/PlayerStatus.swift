/// How far a player has come with its clip.
package enum PlayerStatus: Hashable, Sendable {
  /// Nothing is known yet.
  case unknown
  /// The clip is being opened, or its first frame decoded.
  case opening
  /// A frame is there and play can start.
  case ready
  /// The clip cannot be played; final until its file changes.
  case failed(MediaError)
}

/// What happens when a clip has played to its end.
package enum LoopMode: String, Hashable, Sendable, CaseIterable {
  /// The clip starts again.
  case one
  /// The feed moves to the next clip.
  case feed
  /// The last frame stays.
  case off
}

/// How exactly a seek lands.
package enum SeekPrecision: Hashable, Sendable {
  /// On the keyframe at or before the time: cheap, for scrubbing.
  case keyframe
  /// On the frame shown at the time.
  case exact
}
