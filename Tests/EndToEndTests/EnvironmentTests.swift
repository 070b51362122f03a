import Glibc
import Models
import TestSupport
import Testing

/// Unusual process environments: closed descriptors, tight limits, a full output.
@Suite(.ownThreads) struct EnvironmentTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  // MARK: Closed descriptors

  @Test(arguments: ["<&-", "2>&-", "<&- 2>&-"])
  func playsAndQuitsWithClosedDescriptors(_ closed: String) throws {
    for end in [FlickProcess.Key.character("q"), .control("c")] {
      let flick = try started("exec \"$@\" \(closed)", [clips.path(0)])
      #expect(flick.waitForClip(0))
      flick.press(end)
      #expect(flick.problemsAfterExit(.status(0)) == [])
    }
    let flick = try started("exec \"$@\" \(closed)", [clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.process.signal(SIGTERM)
    #expect(flick.problemsAfterExit(.status(128 + SIGTERM)) == [])
  }

  @Test(arguments: [">&-", "<&- >&- 2>&-"])
  func closedStandardOutputIsNoTerminal(_ closed: String) throws {
    let flick = try started("exec \"$@\" \(closed)", [clips.path(0)])
    #expect(flick.waitForExit() == .status(69))
    #expect(flick.isTerminalRestored)
  }

  @Test(arguments: [["--version"], ["--help"], ["help", "keys"], ["still", "CLIP"]])
  func printingNeedsOnlyStandardOutput(_ arguments: [String]) throws {
    let output = try printed(arguments)
    #expect(try printed(arguments, "<&- 2>&-").text == output.text)
    #expect(output.status == 0 && !output.text.isEmpty)
    let unread = try printed(arguments, ">&-")
    #expect(unread.status == 73)
    #expect(unread.error == "flick: standard output: Bad file descriptor\n")
    #expect(try printed(arguments, "<&- >&- 2>&-").status == 73)
  }

  // MARK: A full disk

  @Test(arguments: [
    ["--version"], ["--help"], ["help"], ["help", "options"], ["help", "keys"], ["help", "manual"],
    ["help", "still"], ["still", "--help"], ["doctor"], ["config"], ["config", "--default"],
    ["config", "--path"], ["--generate-completion-script", "zsh"], ["still", "CLIP"],
    ["still", "--png", "-", "CLIP"],
  ])
  func failureToPrintIsReported(_ arguments: [String]) throws {
    let output = try printed(arguments, "> /dev/full")
    #expect(output.status == 73)
    #expect(output.error == "flick: standard output: No space left on device\n")
  }

  @Test func recordingPastTheSizeLimitStopsAlone() throws {
    let folder = try ScratchFolder()
    let flick = try started(
      "ulimit -f 8; exec \"$@\"", ["--record", folder.file("a.cast"), clips.path(0)])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { _ in flick.output.count > 65_536 })
    #expect(flick.quit() == .status(0))
    #expect(flick.isTerminalRestored)
    #expect(flick.standardError.contains("File too large"))
  }

  // MARK: Limits

  @Test(arguments: [
    ("ulimit -n 5", "ulimit -n 64"), ("ulimit -n 6", "ulimit -n 64"),
    ("ulimit -n 28", "ulimit -n 64"), ("ulimit -v 400000", "ulimit -v 524288"),
    ("ulimit -d 100000", "ulimit -u"),
  ])
  func tooLowALimitIsNamedWithAFix(_ limit: String, _ hint: String) throws {
    let flick = try started("\(limit); exec \"$@\"", [clips.folder.path])
    #expect(flick.waitForExit() == .status(70))
    #expect(flick.standardError.contains(hint))
    #expect(flick.standardError.count { $0 == "\n" } == 1)
    #expect(!flick.model.privateModesSeen.contains(1_049))
    #expect(flick.isTerminalRestored)
  }

  @Test(arguments: ["ulimit -n 5", "ulimit -v 400000", "ulimit -d 100000"])
  func helpWorksWithinLowLimits(_ limit: String) throws {
    for option in ["--help", "--version"] {
      let output = try ProgramOutput([option], before: "\(limit);")
      #expect(output.status == 0)
      #expect(output.text.contains("flick"))
    }
    let feed = try ProgramOutput(
      ["feed", clips.folder.path, "--base-url", "http://localhost/", "-o", clips.folder.file("f")],
      before: "\(limit);")
    #expect(feed.status == 70)
    #expect(feed.error.contains("ulimit"))
    let doctor = try ProgramOutput(["doctor"], before: "\(limit);")
    #expect(doctor.status == 69)
    #expect(doctor.text.contains("ulimit"))
  }

  // MARK: Helpers

  /// Runs the program through a shell, in a terminal.
  private func started(_ command: String, _ arguments: [String]) throws -> FlickProcess {
    try FlickProcess(
      ["-c", command, "sh", FlickProcess.binary, "--audio-device", "null"] + arguments,
      audioDevice: nil, binary: "/bin/sh")
  }

  /// Runs the program without a terminal; `CLIP` stands for a clip.
  private func printed(
    _ arguments: [String], _ redirection: String = ""
  ) throws -> ProgramOutput {
    try ProgramOutput(
      arguments.map { $0 == "CLIP" ? clips.path(0) : $0 }, redirection: redirection)
  }
}
