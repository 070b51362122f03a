import Models
import Platform
import TestSupport
import Testing

/// The sheet of thumbnails, in a terminal.
@Suite(.ownThreads) struct OverviewTests {
  private let folder: ScratchFolder
  private let cache: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    cache = try ScratchFolder()
    let clip = try Clips.shared.get().path(0)
    for number in 10..<40 {
      _ = try Command.run("cp", [clip, folder.file("clip-\(number).mp4")])
    }
    try FilePath(folder.file("clip-12.mp4")).write(Array("rubbish".utf8), mode: 0o600)
  }

  private func start(_ arguments: String...) throws -> FlickProcess {
    try FlickProcess(
      arguments + [folder.path], environment: ["XDG_CACHE_HOME": cache.path])
  }

  @Test func aClipIsFoundAndOpened() throws {
    let flick = try start()
    #expect(flick.waitUntil { $0.contains("1 of 30") })
    flick.press(.character("v"))
    #expect(flick.waitUntil { $0.contains("clip-10.mp4") && $0.contains("clip-21.mp4") })
    // The reason in place of the picture.
    #expect(flick.waitUntil { $0.contains("Not a video") })
    flick.press(.down, .right)
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-15.mp4") })
    #expect(flick.waitUntil { _ in flick.titleBar.contains("6 of 30") })
    flick.press(.enter)
    #expect(flick.waitUntil { !$0.contains("clip-21.mp4") && $0.contains("clip-15.mp4") })
    flick.press(.down)
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-16.mp4") })
    #expect(flick.quit() == .status(0))
    #expect(flick.isTerminalRestored)
  }

  @Test func theLastScreenAndBack() throws {
    let flick = try start("--view", "overview", "--start", "5")
    #expect(flick.waitUntil { $0.contains("clip-14.mp4") && $0.contains("clip-21.mp4") })
    flick.press(.character("G"))
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-39.mp4") })
    #expect(flick.waitUntil { !$0.contains("clip-14.mp4") })
    flick.press(.character("g"))
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-10.mp4") })
    flick.press(.character("+"))
    #expect(flick.waitUntil { !$0.contains("clip-21.mp4") && $0.contains("clip-10.mp4") })
    #expect(flick.quit() == .status(0))
  }

  @Test func tabGoesFromFolderToFolder() throws {
    for name in ["a", "b"] { _ = try Command.run("mkdir", [folder.file(name)]) }
    for (old, new) in [(11, "a"), (13, "a"), (14, "b")] {
      _ = try Command.run("mv", [folder.file("clip-\(old).mp4"), folder.file(new)])
    }
    let flick = try start()
    #expect(flick.waitUntil { _ in flick.titleBar.contains("1 of 27 in ") })
    flick.type([0x09])
    #expect(flick.waitUntil { _ in flick.titleBar.contains("1 of 2 in a/") })
    flick.press(.character("v"))
    #expect(flick.waitUntil { $0.contains("a/  2") && $0.contains("b/  1") })
    flick.type([0x09])
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-14.mp4") })
    flick.type(Array("\u{1B}[Z".utf8))
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-11.mp4") })
    flick.press(.character("*"))
    #expect(flick.waitUntil { $0.contains("30 marked") })
    #expect(flick.quit() == .status(0))
  }

  /// What the sheet has shown is a page again, which has to be seen before it is judged.
  @Test func verdictsCountInTheSheetAndAfterwards() throws {
    let flick = try start("--triage", "--show", "all", "--view", "overview")
    #expect(flick.waitUntil { $0.contains("clip-21.mp4") && $0.contains("Not a video") })
    flick.press(.right)
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-11.mp4") })
    #expect(flick.judge("x") { $0.contains("✗ clip-11.mp4") })
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-12.mp4") })
    flick.press(.left, .left)
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-10.mp4") })
    flick.press(.enter)
    #expect(flick.waitUntil { !$0.contains("clip-21.mp4") })
    #expect(flick.judge("p") { _ in flick.titleBar.contains("clip-11.mp4") })
    #expect(flick.quit() == .status(0))
  }

  /// Esc returns to the clip at which the search began.
  @Test func escapeFromASearchReturnsToItsClip() throws {
    // The screen has to come to rest.
    let flick = try start("--view", "overview", "--no-animation")
    #expect(flick.waitUntil { $0.contains("clip-21.mp4") })
    flick.type(Array(":3\r".utf8))
    #expect(flick.waitUntil { _ in flick.titleBar.contains("3 of 30") })
    flick.type(Array("/clip-3x".utf8))
    #expect(flick.waitUntil { $0.contains("no match in 30") })
    #expect(flick.waitUntilQuiet())
    flick.press(.escape)
    #expect(flick.waitUntilQuiet())
    #expect(flick.titleBar.contains("3 of 30"))
    #expect(flick.quit() == .status(0))
  }

  /// Sizes at which there is hardly room.
  @Test func resizingKeepsTheCursor() throws {
    let flick = try start("--view", "overview", "--start", "9")
    #expect(flick.waitUntil { _ in flick.titleBar.contains("clip-18.mp4") })
    for size in [(20, 6), (3, 2), (200, 60), (80, 24)] {
      flick.resize(CellSize(columns: size.0, rows: size.1))
    }
    #expect(flick.waitUntil { _ in flick.titleBar.contains("9 of 30") })
    #expect(flick.waitUntil { $0.contains("clip-18.mp4") })
    #expect(flick.quit() == .status(0))
  }

  @Test func thumbnailsAreKeptAndCleared() throws {
    let flick = try start("--view", "overview")
    func count() throws -> String {
      try ProgramOutput(["cache"], environment: ["XDG_CACHE_HOME": cache.path]).text
    }
    #expect(flick.waitUntil { $0.contains("Not a video") })
    #expect(flick.waitUntil { _ in (try? count().contains(": 24 thumbnails")) == true })
    #expect(flick.quit() == .status(0))
    let cleared = try ProgramOutput(
      ["cache", "clear"], environment: ["XDG_CACHE_HOME": cache.path])
    #expect(cleared.text.contains("removed 24 thumbnails"))
    #expect(try count().contains(": 0 thumbnails"))
    let none = try start("--view", "overview", "--thumbnail-cache", "0")
    #expect(none.waitUntil { $0.contains("Not a video") })
    #expect(none.quit() == .status(0))
    #expect(try count().contains(": 0 thumbnails"))
  }
}
