import Dispatch
import Glibc
import Graphics
import Models
import Platform
import TestSupport
import Testing

/// The feed from the user's side: filtering, likes, details, refreshing, piped paths and web feeds.
@Suite(.ownThreads) struct FeedTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  /// A folder of hard links to the clips, under other names.
  private func folder(_ names: [String]) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for (index, name) in names.enumerated() {
      _ = try Command.run("ln", [clips.path(index % 4), folder.file(name)])
    }
    return folder
  }

  @Test func filterShowsMatchesWhileTyping() throws {
    let folder = try folder(["ash.mp4", "birch.mp4", "cedar.mp4", "cherry.mp4", "larch.mp4"])
    let flick = try FlickProcess([folder.path])
    #expect(flick.waitUntil { $0.contains("ash.mp4") && $0.contains("1 of 5") })
    flick.press(.character("/"), .character("c"), .character("h"))
    #expect(flick.waitUntil { $0.contains("/ch") && $0.contains("3 matches in 5") })
    flick.press(.enter)
    #expect(flick.waitUntil { $0.contains("birch.mp4") && $0.contains("1 of 3 matches in 5") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("cherry.mp4") && $0.contains("2 of 3 matches in 5") })
    // All items again, with the current clip still on screen.
    flick.press(.escape)
    #expect(flick.waitUntil { $0.contains("cherry.mp4") && $0.contains("4 of 5") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func escapeRestoresTheFeed() throws {
    let folder = try folder(["ash.mp4", "birch.mp4", "cedar.mp4", "cherry.mp4", "larch.mp4"])
    let flick = try FlickProcess([folder.path])
    #expect(flick.waitUntil { $0.contains("1 of 5") })
    flick.press(.down, .down)
    #expect(flick.waitUntil { $0.contains("cedar.mp4") })
    flick.press(.character("/"), .character("q"), .character("z"))
    #expect(flick.waitUntil { $0.contains("/qz") && $0.contains("Nothing matches") })
    // Pasted text is typed as it is; none of it acts as a key.
    flick.type(Array("\u{1B}[200~\u{1B}[31m\u{3}q\r\u{1B}[201~".utf8))
    #expect(flick.waitUntil { $0.contains("/qz[31mq") })
    flick.press(.escape)
    #expect(flick.waitUntil { $0.contains("cedar.mp4") && $0.contains("3 of 5") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func likeIsKeptBetweenRuns() throws {
    let folder = try folder(["ash.mp4", "birch.mp4"])
    let state = try ScratchFolder()
    let environment = ["XDG_STATE_HOME": state.path]
    let first = try FlickProcess([folder.path], environment: environment)
    #expect(first.waitUntil { $0.contains("1 of 2") && !$0.contains("♥") })
    first.press(.character("l"))
    #expect(first.waitUntil { $0.contains("♥") })
    first.press(.down)
    #expect(first.waitUntil { $0.contains("birch.mp4") && !$0.contains("♥") })
    first.press(.character("q"))
    #expect(first.problemsAfterExit(.status(0)) == [])

    let second = try FlickProcess([folder.path], environment: environment)
    #expect(second.waitUntil { $0.contains("ash.mp4") && $0.contains("♥") })
    second.press(.character("l"))
    #expect(second.waitUntil { !$0.contains("♥") })
    second.press(.character("q"))
    #expect(second.problemsAfterExit(.status(0)) == [])
  }

  @Test func detailsOpenOverThePageAndClose() throws {
    let flick = try FlickProcess([clips.path(0)], size: CellSize(columns: 100, rows: 30))
    #expect(flick.waitForClip(0))
    #expect(flick.waitForBar("0:03"))
    flick.press(.enter)
    #expect(
      flick.waitUntil {
        $0.contains("Esc closes") && $0.contains("Path") && $0.contains("Container")
          && $0.contains("320×180") && $0.contains("h264")
      })
    // Playback is paused meanwhile.
    #expect(flick.waitUntilQuiet(for: 1))
    flick.press(.escape)
    #expect(flick.waitUntil { !$0.contains("Esc closes") })
    let before = flick.output.count
    #expect(flick.waitUntil { _ in flick.output.count > before + 5_000 })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func refreshFindsAddedAndRemovedFiles() throws {
    let folder = try folder(["ash.mp4", "cedar.mp4", "larch.mp4"])
    let flick = try FlickProcess([folder.path])
    #expect(flick.waitUntil { $0.contains("1 of 3") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("cedar.mp4") && $0.contains("2 of 3") })
    _ = try Command.run("ln", [clips.path(3), folder.file("birch.mp4")])
    flick.press(.character("r"))
    #expect(flick.waitUntil { $0.contains("cedar.mp4") && $0.contains("3 of 4") })
    _ = try Command.run("rm", [folder.file("larch.mp4"), folder.file("ash.mp4")])
    flick.press(.character("r"))
    #expect(flick.waitUntil { $0.contains("cedar.mp4") && $0.contains("2 of 2") })
    // While it is still refreshing, the key does nothing.
    #expect(flick.type(Array("r".utf8)) { $0.contains("up to date") })
    flick.press(.up)
    #expect(flick.waitUntil { $0.contains("birch.mp4") && $0.contains("1 of 2") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Standard input is the list; keys, size and modes come from the terminal.
  @Test(arguments: [("\\n", ""), ("\\0", "-0")])
  func pathsFromAPipeLeaveKeysWorking(_ separator: String, _ option: String) throws {
    let list = "printf '%s\(separator)' \"$1\" \"$2\" \"$3\""
    let script = "\(list) | exec \"$0\" --audio-device null \(option) -"
    let flick = try FlickProcess(
      ["-c", script, FlickProcess.binary, clips.path(0), clips.path(1), clips.path(2)],
      audioDevice: nil, binary: "/bin/sh")
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { $0.contains("1 of 3") })
    flick.press(.down)
    #expect(flick.waitForClip(1))
    flick.resize(CellSize(columns: 60, rows: 20))
    #expect(flick.waitUntil { _ in flick.titleBar.contains(Clips.names[1]) })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Ctrl-Z stops the whole job, and the shell continues it, although standard input is a pipe.
  @Test func jobControlWorksWithAPipe() throws {
    let shell = try FlickProcess(["-i"], audioDevice: nil, binary: "/bin/sh")
    let list = "printf '%s\\n' '\(clips.path(0))' '\(clips.path(1))'"
    shell.type(Array("\(list) | '\(FlickProcess.binary)' --audio-device null -\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains("1 of 2") })
    shell.press(.control("z"))
    #expect(shell.waitUntilRestored())
    #expect(shell.waitForPrompt())
    #expect(!shell.model.isAlternateScreen)
    #expect(shell.command("fg"))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    shell.press(.down)
    #expect(shell.waitForClip(1))
    shell.press(.character("q"))
    #expect(shell.waitUntilRestored())
    #expect(shell.exitShell() == .status(0))
  }

  @Test func webFeedIsReadAndPlayed() throws {
    let server = try WebServer(delay: 0.02)
    let base = "http://127.0.0.1:\(server.port)"
    server.serve("/clips/one.mp4", Command.contents(of: clips.path(0)))
    var feed = WebServer.Resource(
      .bytes(
        Array(
          """
          {"version": "https://jsonfeed.org/version/1.1", "title": "Harbour",
           "items": [
            {"id": "1", "title": "The first", "attachments":
              [{"url": "clips/one.mp4", "mime_type": "video/mp4", "duration_in_seconds": 3}]},
            {"id": "2", "title": "A text \\u001b[31mto read 港",
              "content_text": "Boats come in late.\\n\\n夜の港。"}]}
          """.utf8)))
    feed.type = "application/feed+json"
    server.serve("/feed.json", feed)
    let flick = try FlickProcess(["\(base)/feed.json"])
    #expect(flick.waitUntil { $0.contains("The first") && $0.contains("0:03") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("Boats come in late.") && $0.contains("夜の港。") })
    #expect(!String(decoding: flick.output, as: UTF8.self).contains("\u{1B}[31mto read"))
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("The end of the feed") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// A feed among other arguments whose server is down at first.
  @Test func failedFeedIsRetried() throws {
    let server = try WebServer()
    let base = "http://127.0.0.1:\(server.port)"
    var away = WebServer.Resource(.status(503))
    away.type = "text/plain"
    server.serve("/feed.json", away)
    let folder = try folder(["ash.mp4", "birch.mp4"])
    let list = try ScratchFolder()
    _ = try Command.run(
      "sh", ["-c", "printf '%s\\n' \"$1\" > \"$0\"", list.file("list.m3u"), clips.path(3)])
    let flick = try FlickProcess(
      [folder.path, "\(base)/feed.json", list.file("list.m3u")],
      size: CellSize(columns: 100, rows: 30))
    #expect(flick.waitUntil { $0.contains("ash.mp4") })
    flick.press(.down, .down)
    #expect(flick.waitUntil { $0.contains("Server error (503).") })
    #expect(flick.waitUntil { $0.contains("r tries again.") })
    // The other items still work.
    flick.press(.down)
    #expect(flick.waitUntil { _ in flick.titleBar.contains(Clips.names[3]) })
    flick.press(.up)
    #expect(flick.waitUntil { $0.contains("r tries again.") })
    // The server is still down.
    flick.press(.character("r"))
    #expect(flick.waitUntil { $0.contains("couldn't refresh") })
    serveFeed(server)
    flick.press(.character("r"))
    #expect(flick.waitUntil { $0.contains("Out of the fog") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("The end of the feed") })
    flick.press(.down)
    #expect(flick.waitUntil { _ in flick.titleBar.contains(Clips.names[3]) })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  private func serveFeed(_ server: WebServer) {
    var feed = WebServer.Resource(
      .bytes(
        Array(
          """
          {"version": "https://jsonfeed.org/version/1.1", "title": "Harbour",
           "items": [{"id": "2", "title": "A text", "content_text": "Out of the fog."}]}
          """.utf8)))
    feed.type = "application/feed+json"
    server.serve("/feed.json", feed)
  }

  /// A playlist on a server that names another one, itself and one that does not exist.
  @Test func nestedPlaylistsAreOpenedInPlace() throws {
    let server = try WebServer()
    for name in ["one", "two", "three"] {
      server.serve("/\(name).mp4", Command.contents(of: clips.path(0)))
    }
    server.serve("/all.m3u", Array("one.mp4\nmore/some.m3u\nthree.mp4\n".utf8)) {
      $0.type = "audio/x-mpegurl"
    }
    server.serve("/more/some.m3u", Array("../two.mp4\n../all.m3u\nnone.m3u\nsome.m3u8\n".utf8)) {
      $0.type = "text/plain"
    }
    server.serve("/more/some.m3u8", Array("#EXTM3U\n../two.mp4\n".utf8)) {
      $0.type = "application/vnd.apple.mpegurl"
    }
    let flick = try FlickProcess(
      ["http://127.0.0.1:\(server.port)/all.m3u"], size: CellSize(columns: 100, rows: 30))
    #expect(flick.waitUntil { _ in flick.titleBar.contains("one.mp4") })
    for wanted in [
      "two.mp4", "Playlist already open", "Nothing found at this address.",
      "It may be a playlist",
      "three.mp4",
      "The end of the feed",
    ] {
      flick.press(.down)
      #expect(flick.waitUntil { $0.contains(wanted) }, "\(wanted)")
    }
    #expect(server.requests.count { $0.target == "/all.m3u" } == 1)
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// The details fill in as the clip opens or fails to.
  @Test(arguments: [true, false]) func detailsFillInAsTheClipOpens(_ isWhole: Bool) throws {
    let server = try WebServer()
    let gate = DispatchSemaphore(value: 0)
    let bytes = Command.contents(of: clips.path(0))
    server.serve("/slow.mp4", isWhole ? bytes : Array(bytes.prefix(2_000))) {
      $0.onRequest = {
        gate.wait()
        gate.signal()
      }
    }
    let flick = try FlickProcess(
      ["http://127.0.0.1:\(server.port)/slow.mp4"], size: CellSize(columns: 100, rows: 30))
    #expect(flick.waitUntil { $0.contains("slow.mp4") })
    flick.press(.enter)
    #expect(flick.waitUntil { $0.contains("Address") && !$0.contains("Container") })
    gate.signal()
    let wanted = isWhole ? "Container" : "Problem"
    #expect(flick.waitUntil { $0.contains("Esc closes") && $0.contains(wanted) })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func pathIsCopiedByTheTerminal() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.character("y"))
    #expect(flick.waitUntil { $0.contains("copied") })
    #expect(
      flick.waitUntil { _ in
        String(decoding: flick.output, as: UTF8.self).contains("\u{1B}]52;c;")
      })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func openerGetsThePathButNoTerminal() throws {
    let tools = try ScratchFolder()
    let noted = tools.file("noted")
    let opener = "#!/bin/sh\nprintf '%s\\n' \"$1\" > '\(noted)'\n"
    _ = try Command.run(
      "sh",
      ["-c", "printf '%s' \"$0\" > \"$1\"; chmod +x \"$1\"", opener, tools.file("xdg-open")])
    let flick = try FlickProcess(
      [clips.path(0)],
      environment: ["PATH": "\(tools.path):/usr/bin:/bin", "DISPLAY": ":9"])
    #expect(flick.waitForClip(0))
    flick.press(.character("o"))
    #expect(flick.waitUntil { $0.contains("opened") })
    #expect(String(decoding: Command.contents(of: noted), as: UTF8.self) == "\(clips.path(0))\n")
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func openingWithoutADesktopIsRefused() throws {
    let flick = try FlickProcess(
      [clips.path(0)], size: CellSize(columns: 120, rows: 30),
      environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    #expect(flick.waitForClip(0))
    flick.press(.character("o"))
    #expect(flick.waitUntil { $0.contains("no desktop") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }
}
