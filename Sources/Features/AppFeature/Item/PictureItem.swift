import Clients
import Composable
import Models

/// A page with a picture, which stays until the reader goes on.
package struct PictureItem: Reducer {
  /// What is known of the page. The player that decodes the picture lives in the repository behind
  /// `PlayerClient`.
  package struct State: Hashable, Sendable, Identifiable {
    package let item: FeedItem
    package let clip: Clip
    package var status = PlayerStatus.unknown
    /// Whether the page is the one on screen.
    package var isOnScreen = false
    /// Whether something lies over the page.
    package var isCovered = false
    /// Whether the user wants the picture to stay longer than it would.
    package var isPaused = false
    package var spinner = Spinner.hidden

    package var id: ItemID { item.id }

    /// The page's player; there is exactly one for each item.
    package var playerID: PlayerID { PlayerID(id) }

    /// Creates a page that is not on screen.
    package init(item: FeedItem, clip: Clip) {
      self.item = item
      self.clip = clip
    }
  }

  /// What happened to the page.
  package enum Action: Hashable, Sendable {
    case statusChanged(PlayerStatus)
    case playPauseTapped
    /// The picture, or the card of one that cannot be shown, has been on screen for a while.
    case wasSeen
    case spinner(Spinner.Event)
  }

  enum CancelID: Hashable, Sendable {
    case status
    case spinner
    case stay
  }

  /// How long a picture is looked at where pages turn by themselves.
  package static let duration = Duration.seconds(5)

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .statusChanged(let status):
      state.status = status
      return .merge(
        state.updateSpinner(status.isWaiting ? .waitingBegan : .waitingEnded), state.stay())

    case .playPauseTapped:
      state.isPaused.toggle()
      return state.stay()

    case .wasSeen:
      // What follows depends on the loop mode, which is the feed's.
      return .none

    case .spinner(let event):
      return state.updateSpinner(event)
    }
  }
}

extension PictureItem.State {
  /// The page has come onto the screen: its picture shows, and its player is watched.
  package mutating func pageEntered() -> Effect<PictureItem.Action> {
    @Dependency(\.playerClient) var playerClient
    let id = playerID
    isOnScreen = true
    isPaused = false
    isCovered = false
    return .merge(
      .run { [playerClient] _ in playerClient.play(id) },
      .run { [playerClient] send in
        for await status in playerClient.status(id) { await send(.statusChanged(status)) }
      }
      .cancellable(id: PictureItem.CancelID.status, cancelInFlight: true),
      updateSpinner(status.isWaiting ? .waitingBegan : .waitingEnded),
      stay())
  }

  /// The page has gone from the screen, or something lies over it.
  package mutating func pageLeft(for reason: LeaveReason) -> Effect<PictureItem.Action> {
    @Dependency(\.playerClient) var playerClient
    if reason == .overlay {
      isCovered = true
      return stay()
    }
    isOnScreen = false
    isPaused = false
    isCovered = false
    spinner = .hidden
    return .merge(
      .cancel(id: PictureItem.CancelID.status),
      .cancel(id: PictureItem.CancelID.spinner),
      .cancel(id: PictureItem.CancelID.stay),
      .run { [playerClient, id = playerID] _ in playerClient.pause(id) })
  }

  /// Nothing lies over the page any more.
  package mutating func pageUncovered() -> Effect<PictureItem.Action> {
    isCovered = false
    return stay()
  }

  /// Lets the picture be looked at for a while, from now on.
  func stay() -> Effect<PictureItem.Action> {
    @Dependency(\.clock) var clock
    guard isOnScreen, !isPaused, !isCovered, !status.isWaiting else {
      return .cancel(id: PictureItem.CancelID.stay)
    }
    let duration = status.isFailed ? ClipItem.cardDuration : PictureItem.duration
    return .run { [clock] send in
      try await clock.sleep(for: duration)
      await send(.wasSeen)
    }
    .cancellable(id: PictureItem.CancelID.stay, cancelInFlight: true)
  }

  fileprivate mutating func updateSpinner(_ event: Spinner.Event) -> Effect<PictureItem.Action> {
    guard isOnScreen else { return .none }
    return spinner.receive(event).effect(id: PictureItem.CancelID.spinner, as: { .spinner($0) })
  }
}
