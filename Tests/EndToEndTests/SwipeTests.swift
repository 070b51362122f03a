import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct SwipeTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test func downAndUpSwipeThroughTheFolder() throws {
    let flick = try FlickProcess([clips.folder.path])
    #expect(flick.waitForClip(0))
    flick.press(.down)
    #expect(flick.waitForClip(1))
    flick.press(.down)
    #expect(flick.waitForClip(2))
    flick.press(.up)
    #expect(flick.waitForClip(1))
    #expect(flick.waitUntil { $0.contains("2 of 4") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test(arguments: ["\u{1B}[B", "\u{1B}OB", "j", "\u{1B}[6~", "\u{1B}[<65;10;10M"])
  func everyKeyForDownShowsTheNextClip(_ key: String) throws {
    let flick = try FlickProcess([clips.folder.path])
    #expect(flick.waitForClip(0))
    flick.type(Array(key.utf8))
    #expect(flick.waitForClip(1))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func burstOfSwipesAddsUp() throws {
    let flick = try FlickProcess([clips.folder.path])
    #expect(flick.waitForClip(0))
    flick.press(.down, .down, .down, .up, .down, .up)
    #expect(flick.waitForClip(2))
    flick.press(.home)
    #expect(flick.waitForClip(0))
    flick.press(.end)
    #expect(flick.waitForClip(3))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func unknownSequencesAreIgnoredWhole() throws {
    let flick = try FlickProcess([clips.folder.path])
    #expect(flick.waitForClip(0))
    // They contain letters that would quit, mute or change the page.
    flick.type(Array("\u{1B}[99;5q\u{1B}[?1;2j\u{1B}[200~qjjm\u{1B}[201~\u{1B}P1$rq\u{1B}\\".utf8))
    flick.press(.down)
    #expect(flick.waitForClip(1))
    #expect(!flick.model.contains("muted"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func singleFileOpensTheFeedOfItsFolder() throws {
    let flick = try FlickProcess([clips.path(2)])
    #expect(flick.waitForClip(2))
    #expect(flick.waitUntil { $0.contains("3 of 4") })
    flick.press(.up)
    #expect(flick.waitForClip(1))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func playlistIsAFeed() throws {
    let list = clips.folder.file("list.m3u")
    let text =
      "#EXTM3U\n#EXTINF:3,The second\n2-portrait.mp4\n#EXTINF:3,The first\n1-landscape.mp4\n"
    _ = try Command.run("sh", ["-c", "printf '%s' \"$0\" > \"$1\"", text, list])
    let flick = try FlickProcess([list])
    #expect(flick.waitUntil { $0.contains("The second") && $0.contains("1 of 2") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("The first") && $0.contains("2 of 2") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }
}
