import Composable
import IssueReporting
import Models

/// The clips worth preloading: the one on screen and its neighbours.
package struct PreloadWindow: Hashable, Sendable {
  /// The player on screen; `nil` on a page without one.
  package var current: PlayerID?
  /// The others, most wanted first. A player in neither place is reduced to the cost of a poster.
  package var neighbours: [PlayerID]

  package init(current: PlayerID?, neighbours: [PlayerID]) {
    self.current = current
    self.neighbours = neighbours
  }
}

/// A part of a clip that plays again and again.
package struct LoopedPart: Hashable, Sendable {
  package var id: PlayerID
  /// In seconds since the first frame.
  package var times: ClosedRange<Double>

  package init(id: PlayerID, times: ClosedRange<Double>) {
    self.id = id
    self.times = times
  }
}

/// The repository of players, keyed by `PlayerID` (docs/decisions/core-threads.md).
///
/// Every endpoint returns at once: commands go into slots of the engine's threads, where a newer
/// one replaces an older one, and reads return what those threads last published.
package struct PlayerClient: Client {
  /// Creates a player in state `unknown`. Does nothing if one with that id exists.
  package var create: @Sendable (_ id: PlayerID, _ source: PlayerSource) -> Void =
    unimplemented("PlayerClient.create")
  /// Closes and removes players; their streams end. Unknown ids are ignored.
  package var delete: @Sendable (_ ids: [PlayerID]) -> Void =
    unimplemented("PlayerClient.delete")
  /// Starts or resumes playback. Only one player plays: any other is paused.
  package var play: @Sendable (_ id: PlayerID) -> Void =
    unimplemented("PlayerClient.play")
  /// Pauses the frame and the sound.
  package var pause: @Sendable (_ id: PlayerID) -> Void =
    unimplemented("PlayerClient.pause")
  /// Moves to a time in seconds since the first frame, clamped to the clip, or the part of it that
  /// the player plays.
  package var seek: @Sendable (_ id: PlayerID, _ time: Double, _ precision: SeekPrecision) -> Void =
    unimplemented("PlayerClient.seek")
  /// Sets which clips to preload, and how soon.
  package var setWindow: @Sendable (_ window: PreloadWindow) -> Void =
    unimplemented("PlayerClient.setWindow")
  /// Sets the area that the current and all later frames are scaled for.
  package var setFrameArea: @Sendable (_ area: FrameArea) -> Void =
    unimplemented("PlayerClient.setFrameArea")
  /// Says when frames are shown and how often.
  package var setDisplayTiming: @Sendable (_ timing: DisplayTiming) -> Void =
    unimplemented("PlayerClient.setDisplayTiming")
  package var setLoopMode: @Sendable (_ mode: LoopMode) -> Void =
    unimplemented("PlayerClient.setLoopMode")
  /// Sets the part that plays again and again while its player is on screen, in every loop mode.
  /// What lies after it can still be reached by a seek.
  package var setLoopedPart: @Sendable (_ part: LoopedPart?) -> Void =
    unimplemented("PlayerClient.setLoopedPart")
  package var setMuted: @Sendable (_ isMuted: Bool) -> Void =
    unimplemented("PlayerClient.setMuted")
  /// Sets the perceived loudness from 0 to 1; the samples follow a perceptual curve.
  package var setVolume: @Sendable (_ volume: Double) -> Void =
    unimplemented("PlayerClient.setVolume")
  /// Sets how much later sound is heard than its frame is shown, in seconds; negative for earlier.
  package var setSoundDelay: @Sendable (_ delay: Double) -> Void =
    unimplemented("PlayerClient.setSoundDelay")
  /// Sets how fast all clips play, 0.5 to 2; the pitch is kept.
  package var setSpeed: @Sendable (_ speed: Double) -> Void =
    unimplemented("PlayerClient.setSpeed")
  /// Pauses and moves by frames: 1 shows the next one, -1 the one before.
  package var step: @Sendable (_ id: PlayerID, _ frames: Int) -> Void =
    unimplemented("PlayerClient.step")
  /// Selects an audio track by its id in `details`, from the current position.
  package var selectSoundTrack: @Sendable (_ id: PlayerID, _ track: Int) -> Void =
    unimplemented("PlayerClient.selectSoundTrack")
  /// Selects the subtitles by their id in `details`; `nil` for none.
  package var selectSubtitleTrack: @Sendable (_ id: PlayerID, _ track: Int?) -> Void =
    unimplemented("PlayerClient.selectSubtitleTrack")
  /// Rotates a clip's frames; those of sound stay upright.
  package var setRotation: @Sendable (_ id: PlayerID, _ rotation: Rotation) -> Void =
    unimplemented("PlayerClient.setRotation")
  /// Decodes one frame apart from play. Takes as long as opening the clip again does; cancelled
  /// with its task.
  package var still: @Sendable (_ request: StillRequest) async -> Result<PixelBuffer, MediaError> =
    unimplemented("PlayerClient.still", placeholder: .failure(.cancelled))
  /// Finds the excerpts of a clip, in order; takes up to two seconds, and is cancelled with its
  /// task.
  package var excerpts:
    @Sendable (_ location: MediaLocation, _ request: ExcerptRequest) async -> Result<
      [TimeSpan], ExcerptError
    > = unimplemented("PlayerClient.excerpts", placeholder: .failure(.unreadable(.cancelled)))
  /// Finds where something happens in a clip, in seconds since its first frame, in order; empty if
  /// nothing stands out. Takes up to two seconds the first time, and is cancelled with its task.
  package var events: @Sendable (_ location: MediaLocation) async -> ClipEvents =
    unimplemented("PlayerClient.events", placeholder: ClipEvents())

  /// The latest status and every later one; ends when the player is deleted.
  package var status: @Sendable (_ id: PlayerID) -> AsyncStream<PlayerStatus> =
    unimplemented("PlayerClient.status", placeholder: .finished)
  /// One element each time the clip has played to its end, in every loop mode.
  package var didPlayToEnd: @Sendable (_ id: PlayerID) -> AsyncStream<Void> =
    unimplemented("PlayerClient.didPlayToEnd", placeholder: .finished)
  /// The state of the sound device, now and on every change.
  package var soundDevice: @Sendable () -> AsyncStream<SoundDevice> =
    unimplemented("PlayerClient.soundDevice", placeholder: .finished)

  /// The frame to show now; `nil` before the first one. For views: not a dependency of reducers.
  package var frame: @Sendable (_ id: PlayerID) -> Frame? =
    unimplemented("PlayerClient.frame", placeholder: nil)
  /// What a player shows now, all at the same moment. For views and effects.
  package var nowPlaying: @Sendable (_ id: PlayerID) -> NowPlaying =
    unimplemented("PlayerClient.nowPlaying", placeholder: NowPlaying())

  package init() {}
}

extension DependencyValues {
  package var playerClient: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
}

extension Effect {
  /// An effect that sends a command to the engine.
  package static func player(
    _ command: @escaping @Sendable (PlayerClient) -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    .run(
      operation: { _ in command(DependencyValues.current.playerClient) }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
