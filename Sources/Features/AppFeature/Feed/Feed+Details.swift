import Clients
import Composable
import Models

extension Feed.State {
  /// Shows or hides the details of the item on screen. Its page is paused meanwhile.
  mutating func toggleDetails() -> Effect<Feed.Action> {
    guard details == nil else { return closeDetails() }
    guard chapters == nil, let details = current.flatMap(Details.init) else { return .none }
    self.details = details
    return .merge(adoptCurrent { $0.pageCovered() }, findFacts())
  }

  /// Shows the page again.
  mutating func closeDetails() -> Effect<Feed.Action> {
    guard details != nil else { return .none }
    details = nil
    return uncover()
  }

  /// Asks what the player knows of the item whose details are shown.
  func findFacts() -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    guard let id = details?.id, details?.item.playable != nil else { return .none }
    return .run { [playerClient] send in
      await send(.details(.factsFound(playerClient.nowPlaying(PlayerID(id)).details, of: id)))
    }
  }

  /// Opens the item on screen with the system's default program.
  func openOutside() -> Effect<Feed.Action> {
    @Dependency(\.desktopClient) var desktopClient
    guard let location = subject?.location else { return .none }
    return .run { [desktopClient] send in
      switch await desktopClient.open(location) {
      case .success: await send(.opened(nil))
      case .failure(let error): await send(.opened(error))
      }
    }
  }

  /// Copies the location of the item on screen to the clipboard.
  func copyLocation() -> Effect<Feed.Action> {
    @Dependency(\.desktopClient) var desktopClient
    guard let location = subject?.location else { return .none }
    return .run { [desktopClient] send in
      await send(.copied(desktopClient.copy(location)))
    }
  }
}
