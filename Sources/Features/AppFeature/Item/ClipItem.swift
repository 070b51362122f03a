import Clients
import Composable
import Models

/// A page that plays one clip.
package struct ClipItem: Reducer {
  /// What is known of the page. The player itself lives in the repository behind `PlayerClient`.
  package struct State: Hashable, Sendable, Identifiable {
    package let item: FeedItem
    package let clip: Clip
    package var status = PlayerStatus.unknown
    /// Whether the page is the one on screen.
    package var isOnScreen = false
    /// Whether the user holds the clip.
    package var isPaused = false
    /// Whether something lies over the page, which holds the clip, too.
    package var isCovered = false
    /// Whether the user holds the seek bar, which holds the clip, too.
    package var isScrubbed = false
    /// Whether the clip has come to its end and stays there.
    package var hasEnded = false
    package var spinner = Spinner.hidden
    /// The part of the clip to jump to as soon as its length is known.
    package var owedJump: Double?

    package var id: ItemID { item.id }

    /// The page's player; there is exactly one for each item.
    package var playerID: PlayerID { PlayerID(id) }

    /// Creates a page that is not on screen.
    package init(item: FeedItem, clip: Clip) {
      self.item = item
      self.clip = clip
    }

    /// Creates a page of a clip of which nothing else is known.
    package init(id: ItemID, clip: Clip) {
      self.init(item: FeedItem(id: id, kind: .clip(clip)), clip: clip)
    }
  }

  /// What happened to the page.
  package enum Action: Hashable, Sendable {
    case statusChanged(PlayerStatus)
    case didPlayToEnd
    /// The card of a clip that cannot be played has been shown for a while.
    case cardWasRead
    case playPauseTapped
    /// Seeks by seconds from where the clip stands.
    case seekTapped(by: Double)
    /// Seeks to a part of the clip, from 0 to 1.
    case jumpTapped(toFraction: Double)
    /// Holds the clip and moves by pictures, backwards if negative.
    case stepTapped(by: Int)
    case soundTrackTapped
    case soundTrackSelected(TrackSelection)
    case captionsTapped
    case captionsSelected(TrackSelection)
    case spinner(Spinner.Event)
  }

  enum CancelID: Hashable, Sendable {
    case status
    case end
    case spinner
    case card
  }

  /// How long a card is shown before it counts as read.
  package static let cardDuration = Duration.seconds(3)

  @Dependency(\.playerClient) var playerClient

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .statusChanged(let status):
      state.status = status
      let spinner = state.updateSpinner(status.isWaiting ? .waitingBegan : .waitingEnded)
      switch status {
      case .ready:
        guard let fraction = state.owedJump else { return spinner }
        return .merge(spinner, state.jump(toFraction: fraction))
      case .failed:
        return .merge(spinner, state.waitForCard())
      case .unknown, .opening:
        return spinner
      }

    case .didPlayToEnd, .cardWasRead:
      // What follows depends on the loop mode, which is the feed's.
      return .none

    case .playPauseTapped where state.status.isFailed,
      .seekTapped where state.status.isFailed,
      .jumpTapped where state.status.isFailed,
      .stepTapped where state.status != .ready,
      .soundTrackTapped where state.status.isFailed,
      .captionsTapped where state.status.isFailed:
      return .none

    case .playPauseTapped:
      return state.togglePause()

    case .seekTapped(by: let seconds):
      let id = state.playerID
      state.hasEnded = false
      return .run { [playerClient] _ in
        playerClient.seek(id, playerClient.time(id).position + seconds, .exact)
      }

    case .jumpTapped(toFraction: let fraction):
      return state.jump(toFraction: fraction)

    case .stepTapped(by: let pictures):
      state.isPaused = true
      state.hasEnded = false
      return .run { [playerClient, id = state.playerID] _ in playerClient.step(id, pictures) }

    case .soundTrackTapped:
      return .run { [playerClient, id = state.playerID] send in
        guard let tracks = playerClient.details(id)?.soundTracks else { return }
        let selection = TrackSelection(
          after: playerClient.tracks(id).sound, of: tracks, canBeNone: false)
        if let track = selection.track, selection.count > 1 {
          playerClient.selectSoundTrack(id, track.id)
        }
        await send(.soundTrackSelected(selection))
      }

    case .captionsTapped:
      return .run { [playerClient, id = state.playerID] send in
        guard let tracks = playerClient.details(id)?.captionTracks else { return }
        let selection = TrackSelection(
          after: playerClient.tracks(id).captions, of: tracks, canBeNone: true)
        if !tracks.isEmpty { playerClient.selectCaptionTrack(id, selection.track?.id) }
        await send(.captionsSelected(selection))
      }

    case .soundTrackSelected, .captionsSelected:
      // Whatever is shown on all pages tells of it.
      return .none

    case .spinner(let event):
      return state.updateSpinner(event)
    }
  }
}

extension ClipItem.State {
  fileprivate mutating func togglePause() -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    let id = playerID
    if hasEnded {
      hasEnded = false
      isPaused = false
      return .run { [playerClient] _ in
        playerClient.seek(id, 0, .exact)
        playerClient.play(id)
      }
    }
    isPaused.toggle()
    guard !isScrubbed else { return .none }
    return .run { [playerClient, isPaused] _ in
      if isPaused { playerClient.pause(id) } else { playerClient.play(id) }
    }
  }

  /// Seeks to a part of the clip; one that is still being opened is sought when it is ready.
  fileprivate mutating func jump(toFraction fraction: Double) -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    let id = playerID
    owedJump = status.isWaiting ? fraction : nil
    hasEnded = false
    guard owedJump == nil else { return .none }
    return .run { [playerClient] _ in
      // The beginning is known even of a clip without a length.
      guard let duration = playerClient.time(id).duration ?? (fraction == 0 ? 0 : nil) else {
        return
      }
      playerClient.seek(id, duration * fraction, .exact)
    }
  }

  /// Gives the reader of a card some time.
  func waitForCard() -> Effect<ClipItem.Action> {
    @Dependency(\.clock) var clock
    guard isOnScreen, status.isFailed else { return .none }
    return .run { [clock] send in
      try await clock.sleep(for: ClipItem.cardDuration)
      await send(.cardWasRead)
    }
    .cancellable(id: ClipItem.CancelID.card, cancelInFlight: true)
  }

  /// Moves the spinner on and starts the wait its new state asks for.
  mutating func updateSpinner(_ event: Spinner.Event) -> Effect<ClipItem.Action> {
    guard isOnScreen else { return .none }
    return spinner.receive(event).effect(id: ClipItem.CancelID.spinner, as: { .spinner($0) })
  }
}

extension PlayerStatus {
  /// Whether a picture is still to come.
  var isWaiting: Bool {
    switch self {
    case .unknown, .opening: true
    case .ready, .failed: false
    }
  }

  /// Whether there will be no picture.
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}
