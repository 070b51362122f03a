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
      let error = await desktopClient.open(location).error
      await send(.toast(.shown(error.map { Toast.Message.failed(.open, $0) } ?? .opened)))
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
