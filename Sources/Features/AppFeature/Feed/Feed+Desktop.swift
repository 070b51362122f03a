import Clients
import Composable
import Models

// The item on screen, outside of Flick.
extension Feed.State {
  /// Opens the item on screen with the system's default program.
  func openOutside() -> Effect<Feed.Action> {
    @Dependency(\.desktopClient) var desktopClient
    guard let location = subject?.location else { return .none }
    return .run { [desktopClient] send in
      switch await desktopClient.open(location) {
      case .success: await send(.toast(.shown(.opened)))
      case .failure(let error): await send(.toast(.shown(.openFailed(error))))
      }
    }
  }

  /// Copies the location of the item on screen to the clipboard.
  func copyLocation() -> Effect<Feed.Action> {
    @Dependency(\.desktopClient) var desktopClient
    guard let location = subject?.location else { return .none }
    return .run { [desktopClient] send in
      await send(.toast(.shown(.copied(desktopClient.copy(location)))))
    }
  }
}
