import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct RemoteTests {
  @Test func addressesPlayLikeFiles() throws {
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
      flick.waitUntil { $0.contains("Cannot play this clip") && $0.contains("No such file") })
    flick.press(.down)
    #expect(flick.waitForClip(1))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
    #expect(server.requests.first?.fields["user-agent"]?.hasPrefix("Flick/") == true)
  }

  /// Neither the history nor the log contains them; the server receives them.
  @Test func secretsInAddressesAreNotStored() throws {
    let clips = try Clips.shared.get()
    let server = try WebServer(delay: 0.02)
    server.serve("/clip.mp4", Command.contents(of: clips.path(0)))
    let place = "127.0.0.1:\(server.port)"
    let flick = try FlickProcess([
      "--log-level", "debug", "http://ada:hunter2@\(place)/clip.mp4?v=1&token=hunter2",
      "http://\(place)/missing.mp4?Signature=hunter2",
    ])
    #expect(flick.waitUntil { $0.contains("clip.mp4") && $0.contains("0:03") })
    flick.press(.character("l"))
    #expect(flick.waitUntil { $0.contains("♥") })
    flick.press(.enter)
    #expect(flick.waitUntil { $0.contains("\(place)/clip.mp4?v=1") && !$0.contains("hunter2") })
    flick.press(.enter, .down)
    #expect(flick.waitUntil { $0.contains("Cannot play this clip") })
    #expect(flick.quit() == .status(0))
    let state = flick.home.file("state")
    #expect(try Command.run("grep", ["-rq", "clip.mp4?v=1", state]) == 0)
    #expect(try Command.run("grep", ["-rq", "hunter2", state]) == 1)
    // Which clip is asked for first is open: the next one is opened at the same time.
    #expect(server.requests.contains { $0.target == "/clip.mp4?v=1&token=hunter2" })
  }

  @Test func unsupportedSchemesAreRejectedBeforeTheTerminalIsTaken() throws {
    let status = try Command.run(FlickProcess.binary, ["ftp://127.0.0.1/clip.mp4"])
    #expect(status == 66)
  }
}
