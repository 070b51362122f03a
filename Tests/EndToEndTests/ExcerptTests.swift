import Models
import TestSupport
import Testing

/// A film by its excerpts, in a terminal, and what is kept of it.
@Suite(.ownThreads) struct ExcerptTests {
  private let folder: ScratchFolder
  private let state: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    state = try ScratchFolder()
    // Four minutes in which something moves all along, between two short clips.
    let film = try TestClips.make(
      "excerpts.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x90:r=10:d=240", "-f", "lavfi", "-i",
        "sine=300:d=240:r=16000", "-b:a", "32k", "-g", "20", "-pix_fmt", "yuv420p",
      ])
    let short = try Clips.shared.get().path(0)
    for (path, name) in [(short, "1.mp4"), (film.description, "2.mp4"), (short, "3.mp4")] {
      _ = try Command.run("cp", [path, folder.file(name)])
    }
  }

  private func start(_ arguments: String...) throws -> FlickProcess {
    try FlickProcess(
      arguments + [folder.path], environment: ["XDG_STATE_HOME": state.path])
  }

  private func waitForTitle(_ title: String, _ flick: FlickProcess) -> Bool {
    flick.waitUntil { _ in flick.titleBar.contains(title) }
  }

  @Test func inThroughOnAndBack() throws {
    let flick = try start("--start", "2")
    #expect(waitForTitle("2.mp4", flick))
    flick.press(.character("e"))
    #expect(waitForTitle("excerpt 1 of 8", flick))
    flick.press(.down)
    #expect(waitForTitle("excerpt 2 of 8", flick))
    flick.press(.up, .up)
    #expect(waitForTitle("1.mp4", flick))
    flick.press(.down, .down)
    #expect(waitForTitle("excerpt 2 of 8", flick))
    flick.press(.character("f"))
    #expect(flick.waitUntil { $0.contains("whole film") && !flick.titleBar.contains("excerpt") })
    flick.press(.escape)
    #expect(waitForTitle("excerpt 2 of 8", flick))
    flick.press(.escape)
    #expect(
      flick.waitUntil { _ in
        !flick.titleBar.contains("excerpt") && flick.titleBar.contains("2.mp4")
      })
    flick.press(.down)
    #expect(waitForTitle("3.mp4", flick))
    flick.press(.character("e"))
    #expect(flick.waitUntil { $0.contains("the clip is short") })
    #expect(flick.quit() == .status(0))
  }

  /// Looking into a film does not change where it was left.
  @Test func placesAreRightAfterARestart() throws {
    let first = try start("--start", "2")
    #expect(waitForTitle("2.mp4", first))
    first.press(.character("5"))
    #expect(first.waitForBar(/2:0[1-9]/))
    // The nearest one.
    first.press(.character("e"))
    #expect(first.waitUntil { _ in first.titleBar.contains(/excerpt [345] of 8/) })
    first.press(.end, .up)
    #expect(waitForTitle("excerpt 8 of 8", first))
    first.run(for: 1)
    #expect(first.quit() == .status(0))
    let second = try start("--resume")
    #expect(waitForTitle("2.mp4", second))
    // It plays on: how far, depends on the machine.
    #expect(second.waitForBar("2:"))
    second.press(.character("e"))
    #expect(waitForTitle("excerpt 8 of 8", second))
    #expect(second.quit() == .status(0))
  }

  /// As `make run` shows the samples: shorts of a film among other clips.
  @Test func sampleShortLeadsToItsFilmAndBack() throws {
    let environment = ["XDG_STATE_HOME": state.path]
    let flick = try FlickProcess(
      ["--excerpts", "6", "\(ProjectFolder.path)/samples"], environment: environment)
    #expect(flick.waitUntil { $0.contains("1 of 11") })
    flick.press(.end)
    #expect(waitForTitle("excerpt 1 of 6", flick))
    #expect(flick.waitUntil { _ in flick.seekBar.contains("f whole film") })
    flick.press(.down, .down)
    #expect(waitForTitle("excerpt 3 of 6", flick))
    flick.run(for: 0.6)
    flick.press(.character("f"))
    #expect(waitForTitle("11 of 11", flick))
    flick.run(for: 0.6)
    flick.press(.escape)
    #expect(waitForTitle("excerpt 3 of 6", flick))
    #expect(flick.quit() == .status(0))
    let history = try ProgramOutput(["history", "--films"], environment: environment)
    #expect(history.text.contains(#/1 of [12] .*11-harbour.mp4/#), "\(history.text)")
  }

  @Test func wholeFeedIsShownByExcerpts() throws {
    let flick = try start("--excerpts", "4", "--start", "1")
    #expect(waitForTitle("1.mp4", flick))
    flick.press(.down)
    #expect(waitForTitle("excerpt 1 of 4", flick))
    flick.press(.end)
    #expect(waitForTitle("3.mp4", flick))
    flick.press(.up)
    #expect(waitForTitle("excerpt 4 of 4", flick))
    #expect(flick.quit() == .status(0))
  }
}
