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
  /// Says when pictures are shown and how often.
  package var setDisplayTiming: @Sendable (_ timing: DisplayTiming) -> Void
  package var setLoopMode: @Sendable (_ mode: LoopMode) -> Void
  package var setMuted: @Sendable (_ isMuted: Bool) -> Void
  /// Sets the loudness from 0 to 1 as it is heard; the samples follow a perceptual curve.
  package var setVolume: @Sendable (_ volume: Double) -> Void
  /// Sets how fast all clips play, 0.5 to 2; the pitch is kept.
  package var setSpeed: @Sendable (_ speed: Double) -> Void
  /// Pauses and moves by pictures: 1 shows the next one, -1 the one before.
  package var step: @Sendable (_ id: PlayerID, _ pictures: Int) -> Void
  /// Chooses a sound track by its id in `details`; it goes on from where the clip stands.
  package var selectSoundTrack: @Sendable (_ id: PlayerID, _ track: Int) -> Void
  /// Chooses the captions by their id in `details`; `nil` for none.
  package var selectCaptionTrack: @Sendable (_ id: PlayerID, _ track: Int?) -> Void
  /// Decodes one picture apart from play. Takes as long as opening the clip again does; cancelled
  /// with its task.
  package var still: @Sendable (_ request: StillRequest) async -> Result<PixelBuffer, MediaError>

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
  /// Where the player stands, now and each tenth of a second of play. For tests and statistics.
  package var times: @Sendable (_ id: PlayerID) -> AsyncStream<PlaybackTime>
  /// All that is known of the clip; `nil` before it was opened.
  package var details: @Sendable (_ id: PlayerID) -> MediaDetails?
  /// The tracks that are chosen; `nil` where there is none.
  package var tracks: @Sendable (_ id: PlayerID) -> TrackChoice
  /// What the chosen captions say now.
  package var captions: @Sendable (_ id: PlayerID) -> [Caption]

  /// Creates a client.
  package init(
    create: @escaping @Sendable (_ request: PlayerRequest) -> Void,
    delete: @escaping @Sendable (_ ids: [PlayerID]) -> Void,
    play: @escaping @Sendable (_ id: PlayerID) -> Void,
    pause: @escaping @Sendable (_ id: PlayerID) -> Void,
    seek: @escaping @Sendable (_ id: PlayerID, _ time: Double, _ precision: SeekPrecision) -> Void,
    setWindow: @escaping @Sendable (_ window: PreloadWindow) -> Void,
    setPictureArea: @escaping @Sendable (_ area: PictureArea) -> Void,
    setDisplayTiming: @escaping @Sendable (_ timing: DisplayTiming) -> Void,
    setLoopMode: @escaping @Sendable (_ mode: LoopMode) -> Void,
    setMuted: @escaping @Sendable (_ isMuted: Bool) -> Void,
    setVolume: @escaping @Sendable (_ volume: Double) -> Void,
    setSpeed: @escaping @Sendable (_ speed: Double) -> Void,
    step: @escaping @Sendable (_ id: PlayerID, _ pictures: Int) -> Void,
    selectSoundTrack: @escaping @Sendable (_ id: PlayerID, _ track: Int) -> Void,
    selectCaptionTrack: @escaping @Sendable (_ id: PlayerID, _ track: Int?) -> Void,
    still: @escaping @Sendable (_ request: StillRequest) async -> Result<PixelBuffer, MediaError>,
    status: @escaping @Sendable (_ id: PlayerID) -> AsyncStream<PlayerStatus>,
    didPlayToEnd: @escaping @Sendable (_ id: PlayerID) -> AsyncStream<Void>,
    soundDevice: @escaping @Sendable () -> AsyncStream<SoundDevice>,
    frame: @escaping @Sendable (_ id: PlayerID) -> Frame?,
    time: @escaping @Sendable (_ id: PlayerID) -> PlaybackTime,
    times: @escaping @Sendable (_ id: PlayerID) -> AsyncStream<PlaybackTime>,
    details: @escaping @Sendable (_ id: PlayerID) -> MediaDetails?,
    tracks: @escaping @Sendable (_ id: PlayerID) -> TrackChoice,
    captions: @escaping @Sendable (_ id: PlayerID) -> [Caption]
  ) {
    self.create = create
    self.delete = delete
    self.play = play
    self.pause = pause
    self.seek = seek
    self.setWindow = setWindow
    self.setPictureArea = setPictureArea
    self.setDisplayTiming = setDisplayTiming
    self.setLoopMode = setLoopMode
    self.setMuted = setMuted
    self.setVolume = setVolume
    self.setSpeed = setSpeed
    self.step = step
    self.selectSoundTrack = selectSoundTrack
    self.selectCaptionTrack = selectCaptionTrack
    self.still = still
    self.status = status
    self.didPlayToEnd = didPlayToEnd
    self.soundDevice = soundDevice
    self.frame = frame
    self.time = time
    self.times = times
    self.details = details
    self.tracks = tracks
    self.captions = captions
  }
}
