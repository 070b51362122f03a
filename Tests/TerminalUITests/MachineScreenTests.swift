import Composable
import Graphics
import Models
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

/// What a clip on another machine shows when its line breaks.
extension ScreenTests {
  private func machineState(_ host: String = "ada@nas", _ status: PlayerStatus = .ready) throws
    -> App.State
  {
    let address = try #require(RemoteAddress("sftp://\(host)/~/river.mp4"))
    let clip = Clip(location: .remote(address), title: "river.mp4")
    return clipState {
      $0 = ClipItem.State(item: FeedItem(id: $0.item.id, kind: .clip(clip)), clip: clip)
      ($0.status, $0.play) = (status, .playing)
    }
  }

  @Test func refusedLoginNamesItsKey() throws {
    let error = MediaError.loginRefused("ada@nas: Permission denied (password).")
    expectScreen(
      screen(try machineState("ada@nas", .failed(error)), columns: 60),
      """
                         Cannot play this clip

         Login refused: ada@nas: Permission denied (password).

                       sftp://ada@nas/~/river.mp4

                   r connects again; ssh may ask you.

       river.mp4                                           1 of 1

      """)
  }
}
