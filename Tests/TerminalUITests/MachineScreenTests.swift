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

  @Test func brokenLineIsShownWhileTheClipPlaysOn() throws {
    var state = try machineState()
    let frame = Frame(pixels: PixelBuffer(size: PixelSize(width: 8, height: 16)))
    func shown(_ columns: Int = 60) -> [String] {
      screen(
        state, columns: columns, frame: frame, time: PlaybackTime(position: 15, duration: 30))
    }
    state.feed.lostMachines = [try #require(RemoteAddress("sftp://ada@nas/"))]
    expectScreen(
      shown(),
      """
                                ▀▀▀▀▀▀▀▀
                                ▀▀▀▀▀▀▀▀
                                ▀▀▀▀▀▀▀▀
                                ▀▀▀▀▀▀▀▀
                                ▀▀▀▀▀▀▀▀
                                ▀▀▀▀▀▀▀▀
                                ▀▀▀▀▀▀▀▀
                                ▀▀▀▀▀▀▀▀
       river.mp4                  reconnecting to ada@nas  1 of 1
       ▶ 0:15 ━━━━━━━━━━━━━━━━━━━━━━━─────────────────────── 0:30
      """)
    // Shorter, where there is no room.
    #expect(shown(40)[8] == " river.mp4         reconnecting  1 of 1 ")
    // The line to another machine is none of its business.
    state.feed.lostMachines = [try #require(RemoteAddress("sftp://nas/"))]
    #expect(shown()[8] == " river.mp4                                           1 of 1 ")
    state.feed.lostMachines = []
    #expect(shown()[8] == " river.mp4                                           1 of 1 ")
  }

  @Test func longNameOfALostMachineIsCut() throws {
    let host = String(repeating: "a", count: 200)
    var state = try machineState(host)
    state.feed.lostMachines = [try #require(RemoteAddress("sftp://\(host)/"))]
    #expect(
      screen(state, columns: 120)[8].contains(" reconnecting to aaaaaaaaaaaaaaaaaaaaaaaaaaaaa… "))
  }

  @Test func detailsShowTheConnection() throws {
    var state = try machineState()
    var details = try #require(state.feed.current.flatMap(AppFeature.Details.State.init))
    var server = ServerStatistics()
    (server.roundTrip, server.rate, server.bytesUnderWay) = (0.1, 2_000_000, 512_000)
    details.server = server
    state.feed.overlay = Overlay.State(.details(details))
    #expect(
      screen(state, columns: 80, rows: 24).contains {
        $0.contains("Server  100 ms round trip, 2.0 MB/s, 512.0 kB under way")
      }, "\(screen(state, columns: 80, rows: 24))")
  }
}
