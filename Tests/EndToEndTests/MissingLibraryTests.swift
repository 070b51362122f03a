import Models
import TestSupport
import Testing

/// A system whose libav cannot be loaded: what needs it says so, the rest works.
@Suite struct MissingLibraryTests {
  private let folder: ScratchFolder
  private let environment: [String: String?]

  init() throws {
    folder = try ScratchFolder()
    // What the linker looks at before the system's own.
    _ = try Command.run(
      "sh",
      ["-c", "for major in 58 59 60 61 62; do : > \"$0/libavcodec.so.$major\"; done", folder.path])
    environment = ["LD_LIBRARY_PATH": folder.path]
  }

  @Test func eachClipIsACardThatNamesTheLibrary() throws {
    let clips = try Clips.shared.get()
    let flick = try FlickProcess([clips.folder.path], environment: environment)
    #expect(
      flick.waitUntil { $0.contains("libav cannot be loaded") && $0.contains("libavcodec.so") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("2 of 4") && $0.contains("libav cannot be loaded") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func doctorTellsWhatToDo() throws {
    let output = try ProgramOutput(["doctor"], environment: environment)
    #expect(output.status == 69)
    let words = output.text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("libav cannot be loaded"))
    #expect(words.contains("Install libav of the version that Flick was built with"))
  }

  @Test func versionsTellIt() throws {
    let output = try ProgramOutput(["--version"], environment: environment)
    #expect(output.status == 0)
    #expect(output.text.contains("libav cannot be loaded"))
  }
}
