import Composable
import IssueReporting
import Models

/// The clips worth having ready: the one on screen and its neighbours.
package struct PreloadWindow: Hashable, Sendable {
  /// The player on screen.
  package var current: PlayerID?
  /// The others, most wanted first. A player that is in neither place is closed down to what a
  /// poster costs.
  package var neighbours: [PlayerID]

  /// Creates a window.
  package init(current: PlayerID?, neighbours: [PlayerID]) {
    self.current = current
    self.neighbours = neighbours
  }
}

/// The repository of players, keyed by `PlayerID` (docs/decisions/core-threads.md).
///
/// Every endpoint returns at once: commands go into slots of the engine's threads, where a newer
/// one replaces an older one, and reads look at what those threads last published.
package struct PlayerClient: Client {
  /// Makes a player in state `unknown`. Does nothing if there is one of that id.
  package var create: @Sendable (_ id: PlayerID, _ location: MediaLocation) -> Void =
    unimplemented("PlayerClient.create")
  /// Closes players and forgets them; their streams end. Unknown ids are ignored.
  package var delete: @Sendable (_ ids: [PlayerID]) -> Void =
    unimplemented("PlayerClient.delete")
  /// Starts or resumes play. Only one player plays: any other is paused.
  package var play: @Sendable (_ id: PlayerID) -> Void =
    unimplemented("PlayerClient.play")
  /// Holds the frame and the sound.
  package var pause: @Sendable (_ id: PlayerID) -> Void =
    unimplemented("PlayerClient.pause")
  /// Moves to a time in seconds since the first frame, clamped to the clip.
  package var seek: @Sendable (_ id: PlayerID, _ time: Double, _ precision: SeekPrecision) -> Void =
    unimplemented("PlayerClient.seek")
  /// Says which clips to have ready, and how soon.
  package var setWindow: @Sendable (_ window: PreloadWindow) -> Void =
    unimplemented("PlayerClient.setWindow")
  /// Says what the current and all later frames are scaled for.
  package var setFrameArea: @Sendable (_ area: FrameArea) -> Void =
    unimplemented("PlayerClient.setFrameArea")
  /// Says when frames are shown and how often.
  package var setDisplayTiming: @Sendable (_ timing: DisplayTiming) -> Void =
    unimplemented("PlayerClient.setDisplayTiming")
  package var setLoopMode: @Sendable (_ mode: LoopMode) -> Void =
    unimplemented("PlayerClient.setLoopMode")
  package var setMuted: @Sendable (_ isMuted: Bool) -> Void =
    unimplemented("PlayerClient.setMuted")
  /// Sets the loudness from 0 to 1 as it is heard; the samples follow a perceptual curve.
  package var setVolume: @Sendable (_ volume: Double) -> Void =
    unimplemented("PlayerClient.setVolume")
  /// Sets how fast all clips play, 0.5 to 2; the pitch is kept.
  package var setSpeed: @Sendable (_ speed: Double) -> Void =
    unimplemented("PlayerClient.setSpeed")
  /// Pauses and moves by frames: 1 shows the next one, -1 the one before.
  package var step: @Sendable (_ id: PlayerID, _ frames: Int) -> Void =
    unimplemented("PlayerClient.step")
  /// Chooses a sound track by its id in `details`; it goes on from where the clip stands.
  package var selectSoundTrack: @Sendable (_ id: PlayerID, _ track: Int) -> Void =
    unimplemented("PlayerClient.selectSoundTrack")
  /// Chooses the subtitles by their id in `details`; `nil` for none.
  package var selectSubtitleTrack: @Sendable (_ id: PlayerID, _ track: Int?) -> Void =
    unimplemented("PlayerClient.selectSubtitleTrack")
  /// Decodes one frame apart from play. Takes as long as opening the clip again does; cancelled
  /// with its task.
  package var still: @Sendable (_ request: StillRequest) async -> Result<PixelBuffer, MediaError> =
    unimplemented("PlayerClient.still", placeholder: .failure(.cancelled))

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
  /// Where the player stands. For views, which ask five times a second, and for relative seeks.
  package var time: @Sendable (_ id: PlayerID) -> PlaybackTime =
    unimplemented("PlayerClient.time", placeholder: PlaybackTime())
  /// All that is known of the clip; `nil` before it was opened.
  package var details: @Sendable (_ id: PlayerID) -> MediaDetails? =
    unimplemented("PlayerClient.details", placeholder: nil)
  /// The tracks that are chosen; `nil` where there is none.
  package var tracks: @Sendable (_ id: PlayerID) -> TrackChoice =
    unimplemented("PlayerClient.tracks", placeholder: TrackChoice())
  /// What a player shows now, all of one moment. For views: not a dependency of reducers.
  package var nowPlaying: @Sendable (_ id: PlayerID) -> NowPlaying =
    unimplemented("PlayerClient.sight", placeholder: NowPlaying())

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension DependencyValues {
  /// The repository of players.
  package var playerClient: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
}

extension Effect {
  /// Tells the engine something.
  package static func player(
    _ tell: @escaping @Sendable (PlayerClient) -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    .run(
      operation: { _ in tell(DependencyValues.current.playerClient) }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
