import Models
import TestSupport
import Testing

@Suite struct RemoteTests {
  @Test func addressesAreSwipedThroughLikeFiles() throws {
    let clips = try Clips.shared.get()
    let server = try WebServer(delay: 0.02)
    server.serve("/a/One%20clip.mp4", Command.contents(of: clips.path(0)))
    let base = "http://127.0.0.1:\(server.port)"
    let flick = try FlickProcess([
      "\(base)/a/One%20clip.mp4", "\(base)/missing.mp4", clips.path(1),
    ])
    #expect(flick.waitUntil { $0.contains("One clip.mp4") && $0.contains("0:03") })
    flick.press(.down)
    #expect(
      flick.waitUntil { $0.contains("This clip cannot be played") && $0.contains("No such file") })
    flick.press(.down)
    #expect(flick.waitForClip(1))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
    #expect(server.requests.first?.fields["user-agent"]?.hasPrefix("Flick/") == true)
  }

  @Test func otherAddressesAreRefusedBeforeTheTerminalIsTaken() throws {
    let status = try Command.run(FlickProcess.binary, ["ftp://127.0.0.1/clip.mp4"])
    #expect(status == 66)
  }
}
