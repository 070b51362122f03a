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
      // A file as an absolute path, if possible.
      let text = CleanText(
        (location.filePath.map { (try? $0.fromRoot) ?? $0 })?.description ?? location.description)
      // A copied address has to work: it includes secrets, which the screen does not show.
      copy(location.address.map { CleanText($0.string) } ?? text)
      return text
    }
    return client
  }
}
