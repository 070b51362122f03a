import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct BadInputTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test func brokenFileShowsACardWithItsReasonAndSwipingContinues() throws {
    let folder = try ScratchFolder()
    let script = """
      cp "$1" "$0/1-good.mp4"
      head -c 20000 /dev/urandom > "$0/2-noise.mp4"
      : > "$0/3-empty.mp4"
      head -c 3000 "$1" > "$0/4-cut.mp4"
      cp "$1" "$0/5-good.mp4"
      """
    #expect(try Command.run("sh", ["-c", script, folder.path, clips.path(0)]) == 0)
    let flick = try FlickProcess([folder.path])
    #expect(flick.waitUntil { $0.contains("1-good.mp4") })
    for name in ["2-noise.mp4", "3-empty.mp4", "4-cut.mp4"] {
      flick.press(.down)
      #expect(
        flick.waitUntil { $0.contains("Cannot play this clip") && $0.contains(name) })
    }
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("5-good.mp4") && $0.contains("▶") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func missingPathAmongOthersShowsACard() throws {
    let flick = try FlickProcess(["--only", "/no/such/clip.mp4", clips.path(0)])
    #expect(flick.waitUntil { $0.contains("/no/such/clip.mp4") })
    flick.press(.down)
    #expect(flick.waitForClip(0))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func hostileFileNamesAreSanitisedAndOpen() throws {
    let folder = try ScratchFolder()
    let script = """
      cp "$1" "$0/$(printf 'a\\033]0;title\\007\\033[31mred.mp4')"
      cp "$1" "$0/$(printf 'b\\377\\376bytes.mp4')"
      cp "$1" "$0/$(printf 'c\\nline.mp4')"
      """
    #expect(try Command.run("sh", ["-c", script, folder.path, clips.path(0)]) == 0)
    let flick = try FlickProcess([folder.path])
    for part in ["red.mp4", "bytes.mp4", "line.mp4"] {
      #expect(
        flick.waitUntil { $0.contains(part) && $0.contains("▶") && $0.contains("0:03") }, "\(part)")
      flick.press(.down)
    }
    flick.press(.home)
    let title = Array("\u{1B}]2;a\u{FFFD}]0;title\u{FFFD}\u{FFFD}[31mred.mp4\u{1B}\\".utf8)
    #expect(flick.waitUntil { _ in flick.output.contains(title) })
    #expect(!String(decoding: flick.output, as: UTF8.self).contains("\u{1B}]0;title"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func soundStartsMutedOverSSHAndNamesTheHost() throws {
    let connection = "192.0.2.1 50000 192.0.2.2 22"
    let flick = try FlickProcess(
      [clips.path(0)], size: CellSize(columns: 120, rows: 30),
      environment: ["SSH_CONNECTION": connection])
    #expect(flick.waitUntil { $0.contains("muted: sound would play on") })
    flick.press(.character("m"))
    #expect(flick.waitUntil { !$0.contains("muted") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])

    let forwarded = try FlickProcess(
      [clips.path(0)], size: CellSize(columns: 120, rows: 30),
      environment: ["SSH_CONNECTION": connection, "PULSE_SERVER": "tcp:192.0.2.1"])
    #expect(forwarded.waitForClip(0))
    #expect(!forwarded.model.contains("muted"))
    forwarded.press(.character("q"))
    #expect(forwarded.problemsAfterExit(.status(0)) == [])
  }

  @Test func clipPlaysWithoutASoundDeviceAndSaysSo() throws {
    let flick = try FlickProcess(
      [clips.path(0)], size: CellSize(columns: 120, rows: 30), audioDevice: "no-such-device")
    #expect(flick.waitUntil { $0.contains("no sound") })
    #expect(flick.waitForBar("0:01"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }
}
