import Glibc
import Models
import TestSupport
import Testing

/// `flick doctor`, which reports on the system.
@Suite(.ownThreads) struct DoctorTests {
  private func doctor(
    _ arguments: [String] = ["--audio-device", "null"],
    environment: [String: String?] = ["SSH_CONNECTION": nil, "TMUX": nil, "PULSE_SERVER": nil],
    answersQueries: Bool = true
  ) throws -> FlickProcess {
    let flick = try FlickProcess(
      ["doctor"] + arguments, size: CellSize(columns: 100, rows: 60),
      cellPixels: PixelSize(width: 9, height: 18), audioDevice: nil, environment: environment)
    flick.answersQueries = answersQueries
    return flick
  }

  /// Whether the screen contains some words, across line breaks.
  private func says(_ words: String, _ flick: FlickProcess) -> Bool {
    flick.model.rows.flatMap { $0.split(separator: " ") }.joined(separator: " ").contains(words)
  }

  @Test func reportCoversTerminalSoundLibrariesAndFiles() throws {
    let flick = try doctor()
    #expect(flick.waitForExit() == .status(0))
    let screen = flick.model
    for words in [
      "xterm-256color", "100 x 60 cells of 9 x 18 pixels", "24-bit colours", "“null” opens",
      "libavcodec", "history, likes and the log", "Ready:",
    ] {
      #expect(says(words, flick), "\(words) in \(screen.rows)")
    }
    #expect(screen.rows.allSatisfy { $0.count <= 80 })
    #expect(flick.isTerminalRestored)
    #expect(flick.standardError == "")
  }

  @Test func silentTerminalIsNotWaitedForLong() throws {
    let flick = try doctor(answersQueries: false)
    #expect(flick.waitForExit() == .status(0))
    #expect(says("It does not answer queries", flick))
    #expect(flick.isTerminalRestored)
  }

  @Test func terminalRepliesAreNotLeftForTheShell() throws {
    // The shell would read any leftovers as a command.
    let shell = try FlickProcess(
      [
        "-c", "\"$0\" doctor --audio-device null > /dev/tty; read -t 1 -n 1 rest; echo \"<$rest>\"",
        FlickProcess.binary,
      ], size: CellSize(columns: 100, rows: 70), audioDevice: nil,
      binary: "/bin/bash")
    #expect(shell.waitForExit() == .status(0))
    #expect(shell.model.contains("<>"))
  }

  @Test func limitedColoursAndEncodingsComeWithAFix() throws {
    let flick = try doctor(
      environment: ["COLORTERM": nil, "TERM": "vt220", "LANG": "C", "LC_ALL": nil])
    #expect(flick.waitForExit() == .status(0))
    #expect(says("COLORTERM=truecolor", flick))
    #expect(says("export LANG=C.UTF-8", flick))
  }

  @Test func reportExplainsSoundOverSSH() throws {
    let flick = try doctor(environment: ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"])
    #expect(flick.waitForExit() == .status(0))
    #expect(says("starts muted", flick))
    #expect(says("PULSE_SERVER", flick))
    #expect(says("ssh -C", flick))
  }

  @Test func missingSoundIsAWarningNotAFailure() throws {
    let flick = try doctor(["--audio-device", "no such\u{1B}device"])
    #expect(flick.waitForExit() == .status(0))
    #expect(says("cannot open", flick))
    #expect(says("no sound", flick))
  }

  @Test func dumbTerminalIsAFailure() throws {
    let flick = try doctor(environment: ["TERM": "dumb"])
    #expect(flick.waitForExit() == .status(69))
    #expect(says("FAIL", flick))
    #expect(says("Not ready", flick))
  }

  @Test func pipedOutputSaysThatNoTerminalWasQueried() throws {
    let output = try ProgramOutput(["doctor", "--audio-device", "null"])
    #expect(output.status == 0)
    #expect(output.text.contains("Output is not a terminal"))
    #expect(!output.text.contains("\u{1B}"))
    #expect(output.error == "")
    let dumb = try ProgramOutput(["doctor"], environment: ["TERM": nil])
    #expect(dumb.status == 69)
  }

  @Test func missingSSHIsToBeInstalled() throws {
    let flick = try doctor(["nas:"], environment: ["PATH": "/nonexistent"])
    #expect(flick.waitForExit() == .status(69))
    #expect(says("ssh cannot be started", flick))
    #expect(says("apt install openssh-client", flick))
    #expect(!says("First have this work", flick))
  }

  @Test func unwritableFoldersAreNamed() throws {
    let folder = try ScratchFolder()
    _ = try Command.run("touch", [folder.file("state")])
    let output = try ProgramOutput(
      ["doctor"], environment: ["XDG_STATE_HOME": folder.file("state")])
    #expect(output.text.contains("is not a folder"))
  }

  @Test func reportNamesTheConfigurationFileInUse() throws {
    let folder = try ScratchFolder()
    func text(_ environment: [String: String?]) throws -> String {
      try ProgramOutput(["doctor", "--audio-device", "null"], environment: environment).text
    }
    let file = folder.file("c.toml")
    #expect(try text(["FLICK_CONFIG": file]).contains("No such file"))
    _ = try Command.run("touch", [file])
    #expect(try text(["FLICK_CONFIG": file]).replacing("\n        ", with: "").contains("c.toml"))
    let homeless = try text(["FLICK_CONFIG": nil, "XDG_CONFIG_HOME": nil, "HOME": ""])
    #expect(homeless.contains("neither XDG_CONFIG_HOME nor HOME is set"))
  }
}
