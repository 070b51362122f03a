import Models

/// What a player is made of.
package struct PlayerRequest: Hashable, Sendable {
  package var id: PlayerID
  package var location: MediaLocation

  /// Creates a request.
  package init(id: PlayerID, location: MediaLocation) {
    self.id = id
    self.location = location
  }
}

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

/// The repository of players, keyed by `PlayerID`.
///
/// Every endpoint returns at once: commands go into slots of the engine's threads, where a newer
/// one replaces an older one, and reads look at what those threads last published.
package struct PlayerClient: Sendable {
  /// Makes a player in state `unknown`. Does nothing if there is one of that id.
  package var create: @Sendable (_ request: PlayerRequest) -> Void
  /// Closes players and forgets them; their streams end. Unknown ids are ignored.
  package var delete: @Sendable (_ ids: [PlayerID]) -> Void
  /// Starts or resumes play. Only one player plays: any other is paused.
  package var play: @Sendable (_ id: PlayerID) -> Void
  /// Holds the picture and the sound.
  package var pause: @Sendable (_ id: PlayerID) -> Void
  /// Moves to a time in seconds since the first picture, clamped to the clip.
  package var seek: @Sendable (_ id: PlayerID, _ time: Double, _ precision: SeekPrecision) -> Void
  /// Says which clips to have ready, and how soon.
  package var setWindow: @Sendable (_ window: PreloadWindow) -> Void
  /// Says what the current and all later pictures are scaled for.
  package var setPictureArea: @Sendable (_ area: PictureArea) -> Void
  package var setLoopMode: @Sendable (_ mode: LoopMode) -> Void
  package var setMuted: @Sendable (_ isMuted: Bool) -> Void

  /// The latest status and every later one; ends when the player is deleted.
  package var status: @Sendable (_ id: PlayerID) -> AsyncStream<PlayerStatus>
  /// One element each time the clip has played to its end, in every loop mode.
  package var didPlayToEnd: @Sendable (_ id: PlayerID) -> AsyncStream<Void>
  /// The state of the sound device, now and on every change.
  package var soundDevice: @Sendable () -> AsyncStream<SoundDevice>

  /// The picture to show now; `nil` before the first one. For views: not a dependency of reducers.
  package var frame: @Sendable (_ id: PlayerID) -> Frame?
  /// Where the player stands. For views, which ask five times a second, and for relative seeks.
  package var time: @Sendable (_ id: PlayerID) -> PlaybackTime

  /// Creates a client.
  package init(
    create: @escaping @Sendable (_ request: PlayerRequest) -> Void,
    delete: @escaping @Sendable (_ ids: [PlayerID]) -> Void,
    play: @escaping @Sendable (_ id: PlayerID) -> Void,
    pause: @escaping @Sendable (_ id: PlayerID) -> Void,
    seek: @escaping @Sendable (_ id: PlayerID, _ time: Double, _ precision: SeekPrecision) -> Void,
    setWindow: @escaping @Sendable (_ window: PreloadWindow) -> Void,
    setPictureArea: @escaping @Sendable (_ area: PictureArea) -> Void,
    setLoopMode: @escaping @Sendable (_ mode: LoopMode) -> Void,
    setMuted: @escaping @Sendable (_ isMuted: Bool) -> Void,
    status: @escaping @Sendable (_ id: PlayerID) -> AsyncStream<PlayerStatus>,
    didPlayToEnd: @escaping @Sendable (_ id: PlayerID) -> AsyncStream<Void>,
    soundDevice: @escaping @Sendable () -> AsyncStream<SoundDevice>,
    frame: @escaping @Sendable (_ id: PlayerID) -> Frame?,
    time: @escaping @Sendable (_ id: PlayerID) -> PlaybackTime
  ) {
    self.create = create
    self.delete = delete
    self.play = play
    self.pause = pause
    self.seek = seek
    self.setWindow = setWindow
    self.setPictureArea = setPictureArea
    self.setLoopMode = setLoopMode
    self.setMuted = setMuted
    self.status = status
    self.didPlayToEnd = didPlayToEnd
    self.soundDevice = soundDevice
    self.frame = frame
    self.time = time
  }
}
