import Clients
import Models

extension DesktopClient {
  /// The desktop of the machine that Flick runs on, and the clipboard of the terminal it runs in.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - copy: Hands text to the terminal.
  package static func live(
    environment: [String: String], copy: @escaping @Sendable (_ text: CleanText) -> Void
  ) -> DesktopClient {
    let opener = Opener(environment: environment)
    var client = DesktopClient()
    client.open = { await opener.open($0) }
    client.copy = { location in
      let location = location.fromRoot
      // Who asks for an address wants to use it: with its secrets, which the screen does not show.
      if case .remote(let address) = location {
        copy(CleanText(address.string))
      } else {
        copy(CleanText(location.description))
      }
      return CleanText(location.description)
    }
    return client
  }
}

extension MediaLocation {
  /// The location as it can be used from any folder, as far as this one's path is known.
  fileprivate var fromRoot: MediaLocation {
    guard case .file(let path) = self else { return self }
    return .file((try? path.fromRoot) ?? path)
  }
}
