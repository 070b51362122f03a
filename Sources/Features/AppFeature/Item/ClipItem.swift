import Clients
import Composable
import Models

/// A page that plays one clip, or shows a still until the user goes on.
package struct ClipItem: Reducer {
  /// The state of the page. The player itself lives in the repository behind `PlayerClient`.
  package struct State: Hashable, Sendable, Identifiable {
    package let id: PageID
    package let item: FeedItem
    package let clip: Clip
    package var status = PlayerStatus.unknown
    package var play = Play.away
    /// What else stops the clip.
    package var hold: Hold?
    package var spinner = Spinner.hidden
    /// The seek key that was pressed last.
    package var seekRun: SeekRun?
    /// The part of the clip to jump to as soon as its duration is known.
    package var pendingJump: Double?

    /// Without an id, it is the item's own page.
    package init(id: PageID? = nil, item: FeedItem, clip: Clip) {
      self.id = id ?? .item(item.id)
      self.item = item
      self.clip = clip
    }

    package var playerID: PlayerID { PlayerID(id) }

    package var isStill: Bool { if case .still = item.kind { true } else { false } }
  }

  /// What a clip does while nothing else stops it.
  package enum Play: Hashable, Sendable {
    /// Nothing: its page is off screen.
    case away
    case playing
    /// Paused by the user.
    case paused
    /// It reached its end and stays there.
    case ended
  }

  /// What stops a clip that would play.
  package enum Hold: Hashable, Sendable {
    /// Something lies over the page.
    case overlay
    /// The user is dragging the seek bar.
    case seekBar
  }

  package enum Action: Hashable, Sendable {
    case statusChanged(PlayerStatus)
    case didPlayToEnd
    /// The still, or the card in place of the frame, has been on screen for a while.
    case wasSeen
    case playPauseTapped
    /// Seeks by seconds from the current position.
    case seekTapped(by: Double)
    /// Goes to the next chapter, or the previous one if negative.
    case chapterTapped(by: Int)
    /// The clip goes to a chapter; `nil` if it has none.
    case chapterFound(ChapterPlace?)
    /// Goes to the next place where something happens, or the previous one if negative.
    case eventTapped(by: Int)
    /// The clip goes to that place; `nil` if there is none.
    case eventFound(EventPlace?, by: Int)
    /// Seeks to a part of the clip, from 0 to 1.
    case jumpTapped(toFraction: Double)
    /// The user went to a time of the film that is not in the excerpt, in seconds.
    case leftSpan(to: Double)
    /// Pauses the clip and moves by frames, backwards if negative.
    case stepTapped(by: Int)
    /// Dragging of the seek bar began at a part of the clip, from 0 to 1.
    case scrubBegan(at: Double)
    case scrubMoved(to: Double)
    case scrubEnded(at: Double)
    case soundTrackTapped
    case subtitlesTapped
    /// The feed shows it.
    case toast(Toast.Message)
    case spinner(Spinner.Event)
  }

  enum CancelID: Hashable, Sendable {
    case status
    case end
    case spinner
    case stay
    case events
    case findingEvents
  }

  /// How long a card is shown with automatic paging.
  package static let cardDuration = Duration.seconds(3)
  /// Likewise a still.
  package static let frameDuration = Duration.seconds(5)

  @Dependency(\.playerClient) var playerClient

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .statusChanged(let status):
      state.status = status
      let spinner = state.updateSpinner(status.isWaiting ? .waitingBegan : .waitingEnded)
      switch status {
      case .ready:
        guard let fraction = state.pendingJump else { return .merge(spinner, state.stay()) }
        return .merge(spinner, state.jump(toFraction: fraction))
      case .failed:
        return .merge(spinner, state.stay())
      case .unknown, .opening:
        return spinner
      }

    case .didPlayToEnd, .wasSeen:
      // What follows depends on the loop mode, which is the feed's.
      return .none

    case .playPauseTapped where state.isStill:
      state.play = state.play == .paused ? .playing : .paused
      return .merge(state.stay(), .send(.toast(.paused(state.play == .paused, of: state.id))))

    case .playPauseTapped where state.status.isFailed,
      .seekTapped where state.status.isFailed,
      .chapterTapped where state.status.isFailed,
      .eventTapped where state.status.isFailed,
      .jumpTapped where state.status.isFailed,
      .stepTapped where state.status != .ready,
      .soundTrackTapped where state.status.isFailed,
      .subtitlesTapped where state.status.isFailed:
      return .none

    case .playPauseTapped:
      return .merge(
        state.togglePause(), .send(.toast(.paused(state.play == .paused, of: state.id))))

    case .seekTapped(by: let seconds):
      state.leaveEnd()
      let run = state.runOfSeeks(seconds)
      return .merge(
        state.seek { run.target(from: $0) }, .send(.toast(.seek(by: run.step, of: state.id))))

    case .chapterTapped(by: let steps):
      return .run { [playerClient, id = state.playerID] send in
        let playing = playerClient.nowPlaying(id)
        let chapters = playing.details?.chapters ?? []
        await send(.chapterFound(chapters.place(steps, from: playing.time.position)))
      }

    case .chapterFound(let place):
      let told = Effect<Action>.send(.toast(.chapter(place, of: state.id)))
      guard let start = place?.chapter.start else { return told }
      state.leaveEnd()
      return .merge(told, state.seek { _ in start })

    case .eventTapped(by: let steps):
      let found = Effect<Action>.run {
        [playerClient, id = state.playerID, location = state.clip.location] send in
        let events = await playerClient.events(location)
        let time = playerClient.nowPlaying(id).time.position
        await send(.eventFound(events.event(steps, from: time), by: steps))
      }
      .cancellable(id: CancelID.events, cancelInFlight: true)
      return .merge(
        found,
        .send(
          .toast(.findingEvents(of: state.id)), after: Spinner.delay, id: CancelID.findingEvents))

    case .eventFound(let place, by: let steps):
      let told = Effect<Action>.merge(
        .cancel(id: CancelID.findingEvents),
        .send(.toast(.event(place, by: steps, of: state.id))))
      guard let time = place?.time else { return told }
      state.leaveEnd()
      return .merge(told, state.seek { _ in time })

    case .jumpTapped(toFraction: let fraction):
      return state.jump(toFraction: fraction)

    case .stepTapped(by: let frames):
      state.play = .paused
      return .player { [id = state.playerID] in $0.step(id, frames) }

    case .scrubBegan(at: let fraction): return state.scrubBegan(at: fraction)
    case .scrubMoved(to: let fraction): return state.scrubMoved(to: fraction)
    case .scrubEnded(at: let fraction): return state.scrubEnded(at: fraction)

    case .soundTrackTapped:
      return .run { [playerClient, id = state.playerID] send in
        let playing = playerClient.nowPlaying(id)
        guard let tracks = playing.details?.soundTracks else { return }
        let selection = TrackSelection(after: playing.tracks.sound, of: tracks, canBeNone: false)
        if let track = selection.track, selection.count > 1 {
          playerClient.selectSoundTrack(id, track.id)
        }
        await send(.toast(.soundTrack(selection, of: id.page)))
      }

    case .subtitlesTapped:
      return .run { [playerClient, id = state.playerID] send in
        let playing = playerClient.nowPlaying(id)
        guard let tracks = playing.details?.subtitleTracks else { return }
        let selection = TrackSelection(after: playing.tracks.subtitles, of: tracks, canBeNone: true)
        if !tracks.isEmpty { playerClient.selectSubtitleTrack(id, selection.track?.id) }
        await send(.toast(.subtitles(selection, of: id.page)))
      }

    case .toast, .leftSpan:
      // The feed shows the toast and the film.
      return .none

    case .spinner(let event):
      return state.updateSpinner(event)
    }
  }
}

extension ClipItem.State {
  /// What its player was found to be, or `unknown` if that is gone.
  mutating func opened(as status: PlayerStatus) { self.status = status }

  /// Its player is created anew, to go on at a part of the clip.
  mutating func reopened(at fraction: Double?) {
    (status, pendingJump) = (.unknown, fraction)
  }

  /// It stays at its end.
  mutating func end() { play = .ended }

  /// Resumes a clip that stayed at its end.
  mutating func leaveEnd() {
    if play == .ended { play = .playing }
  }

  fileprivate mutating func togglePause() -> Effect<ClipItem.Action> {
    let id = playerID
    switch play {
    case .ended:
      play = .playing
      return .player {
        $0.seek(id, 0, .exact)
        $0.play(id)
      }
    case .playing: play = .paused
    case .paused, .away: play = .playing
    }
    guard hold != .seekBar else { return .none }
    return play == .paused ? .player { $0.pause(id) } : .player { $0.play(id) }
  }

  /// Goes on with a key that is held, or begins anew.
  fileprivate mutating func runOfSeeks(_ seconds: Double) -> SeekRun {
    @Dependency(\.date) var date
    let now = date.seconds
    var run = seekRun ?? SeekRun(seconds, at: now)
    if seekRun != nil { run.seek(seconds, at: now) }
    seekRun = run
    return run
  }

  /// Seeks to a part of the clip; if it is still being opened, when it is ready.
  fileprivate mutating func jump(toFraction fraction: Double) -> Effect<ClipItem.Action> {
    pendingJump = status.isWaiting ? fraction : nil
    leaveEnd()
    guard pendingJump == nil else { return .none }
    // The start is known even of a clip without a duration.
    return seek { time in (time.duration ?? (fraction == 0 ? 0 : nil)).map { $0 * fraction } }
  }

  /// Moves to a time of the clip; one that is not in an excerpt is the film's.
  ///
  /// - Parameters:
  ///   - precision: Whether a keyframe will do.
  ///   - target: Returns the time in seconds; `nil` for none.
  func seek(
    _ precision: SeekPrecision = .exact,
    to target: @escaping @Sendable (PlaybackTime) -> Double?
  ) -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    return .run { [playerClient, id = playerID, span = item.excerpt?.span] send in
      let now = playerClient.nowPlaying(id).time
      guard let time = target(now).map({ min($0, now.duration ?? .infinity) }) else { return }
      if span?.contains(time) ?? true {
        playerClient.seek(id, time, precision)
      } else if precision == .exact {
        await send(.leftSpan(to: time))
      }
    }
  }

  /// Starts the time for which a still or a card is shown.
  func stay() -> Effect<ClipItem.Action> {
    guard isStill || status.isFailed else { return .none }
    guard play == .playing, hold == nil, !status.isWaiting else {
      return .cancel(id: ClipItem.CancelID.stay)
    }
    return .send(
      .wasSeen, after: status.isFailed ? ClipItem.cardDuration : ClipItem.frameDuration,
      id: ClipItem.CancelID.stay)
  }

  /// Advances the spinner and starts the wait its new state needs.
  mutating func updateSpinner(_ event: Spinner.Event) -> Effect<ClipItem.Action> {
    guard play != .away else { return .none }
    return spinner.reduce(event, id: ClipItem.CancelID.spinner, as: { .spinner($0) })
  }
}

extension PlayerStatus {
  /// Whether a frame is still to come.
  var isWaiting: Bool {
    switch self {
    case .unknown, .opening: true
    case .ready, .failed: false
    }
  }

  /// Whether there will be no frame.
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}
