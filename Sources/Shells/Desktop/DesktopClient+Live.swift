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
    return DesktopClient(open: { await opener.open($0) }, copy: copy)
  }
}
