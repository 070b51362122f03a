import Clients
import Composable
import Models

// Clips that a server or a machine did not send.
extension Feed.State {
  /// Has the user log in, if the machine of the clip on screen does not let Flick in without them; `nil`
  /// otherwise. Meanwhile, they have the terminal.
  mutating func logIn() -> Effect<Feed.Action>? {
    @Dependency(\.playerClient) var playerClient
    @Dependency(\.machineClient) var machineClient
    guard !isSuspended, let clip = shown?.clip, case .failed(.loginRefused) = clip.status,
      let machine = clip.clip.location.address?.machine
    else { return nil }
    return .merge(
      setSuspended(true),
      .run { [playerClient, machineClient, id = clip.playerID] send in
        let fraction = playerClient.nowPlaying(id).time.fraction
        await send(.loggedIn(machine, machineClient.logIn(machine).error, at: fraction))
      })
  }

  /// Opens the clip on screen again, if a server did not send it.
  func retryClip() -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    guard let clip = shown?.clip, clip.status.isFailed, clip.clip.location.isRemote else {
      return .none
    }
    return .run { [playerClient, id = clip.id] send in
      await send(.retried(id, at: playerClient.nowPlaying(PlayerID(id)).time.fraction))
    }
  }

  /// Opens a clip again, at a part of it from 0 to 1, if it was playing.
  mutating func retried(_ id: PageID, at fraction: Double?) -> Effect<Feed.Action> {
    reopen([id], current: fraction)
  }

  /// The terminal is back: what the machine did not send is read now.
  mutating func loggedIn(
    _ machine: RemoteAddress, _ error: FeedError?, at fraction: Double?
  ) -> Effect<Feed.Action> {
    let resumed = setSuspended(false)
    if let error {
      // Why is on the card.
      return error.reason == .cancelled ? resumed : .merge(resumed, show(.failed(.login, error)))
    }
    let pages = items.elements.filter { $0.location?.address?.machine == machine }
    return .concatenate(resumed, reopen(pages.map(\.id), current: fraction))
  }

  private mutating func reopen(_ pages: [PageID], current fraction: Double?) -> Effect<Feed.Action>
  {
    change { window in
      for id in pages {
        window.pages[id: id]?.clip?.reopened(at: id == window.currentID ? fraction : nil)
      }
      return FeedWindow.Step(reloaded: Set(pages.compactMap(\.item)))
    }
  }
}

extension PlaybackTime {
  /// The part that has been played, from 0 to 1; `nil` if none was.
  fileprivate var fraction: Double? {
    duration.flatMap { $0 > 0 && position > 0 ? min(position / $0, 1) : nil }
  }
}
