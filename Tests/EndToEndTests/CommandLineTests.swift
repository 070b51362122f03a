import Glibc
import Models
import TestSupport
import Testing

/// Error messages and exit codes before the program takes the terminal.
@Suite(.ownThreads) struct CommandLineTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test func unknownOptionErrorSuggestsTheNearestOne() throws {
    let (exit, error) = try FlickProcess.end(of: ["--mut", clips.folder.path])
    #expect(exit == .status(64))
    #expect(error.contains("--mut"))
    #expect(error.contains("--mute"))
  }

  @Test(arguments: [
    ("--typo", "flick: Unknown option '--typo'.\nSee `flick --help`.\n"),
    (
      "--shuffle",
      "flick: Unknown option '--shuffle'. For a random order, use '--sort shuffle'.\nSee `flick --help`.\n"
    ),
    (
      "--key=nothing=x",
      "flick: unknown action `nothing`\n"
    ),
    (
      "doctr",
      "flick: doctr: No such file or directory\nflick: did you mean `flick doctor`?\n"
    ),
  ])
  func invalidArgumentsAreExplainedInOneOrTwoLines(_ argument: String, _ words: String) throws {
    let (exit, error) = try FlickProcess.end(of: [argument])
    #expect(exit == .status(argument.hasPrefix("-") ? 64 : 66))
    #expect(error == words)
  }

  @Test func subcommandErrorNamesItsOwnHelp() throws {
    let (exit, error) = try FlickProcess.end(of: ["still"])
    #expect(exit == .status(64))
    #expect(error == "flick: Missing expected argument '<file>'\nSee `flick still --help`.\n")
  }

  @Test func invalidOptionValueIsRejected() throws {
    let (exit, error) = try FlickProcess.end(of: ["--loop", "forever", clips.folder.path])
    #expect(exit == .status(64))
    #expect(error.contains("forever"))
  }

  @Test(arguments: [
    ("--volume=101", "--volume takes a whole number, 0 to 100, not 101\n"),
    ("--volume=-1", "0 to 100"), ("--volume=loud", "loud"),
    ("--preload-memory=lots", "256M"), ("--preload-memory=-4M", "256M"),
    ("--preload-memory=M", "256M"), ("--preload-memory=1e9", "256M"),
    ("--preload-memory=9999999G", "256M or 1G, not \"9999999G\""),
    ("--encoding=klingon", "windows-1251"),
    ("--fps=241", "1 to 240"), ("--max-rate=999", "500K or 2M"), ("--start=0", "from 1"),
    ("--save-to=", "--save-to takes a path"),
  ])
  func outOfRangeValueErrorNamesTheValidRange(_ option: String, _ hint: String) throws {
    let (exit, error) = try FlickProcess.end(of: [option, clips.folder.path])
    #expect(exit == .status(64))
    #expect(error.contains(hint))
  }

  @Test func missingPathsAreNamed() throws {
    let (exit, error) = try FlickProcess.end(of: ["/no/such/folder", "/nor/this.mp4"])
    #expect(exit == .status(66))
    #expect(error.contains("/no/such/folder"))
    #expect(error.contains("/nor/this.mp4"))
  }

  @Test func folderWithoutClipsIsNamed() throws {
    let folder = try ScratchFolder()
    let (exit, error) = try FlickProcess.end(of: [folder.path])
    #expect(exit == .status(66))
    #expect(error.contains(folder.path))
  }

  @Test func outputWithoutATerminalExplainsWhatToDo() throws {
    let errors = clips.folder.file("errors")
    let status = try Command.run(
      "sh",
      [
        "-c", "exec \"$0\" \"$1\" > /dev/null 2> \"$2\"", FlickProcess.binary,
        clips.folder.path, errors,
      ])
    #expect(status == 69)
    let text = String(decoding: Command.contents(of: errors), as: UTF8.self)
    #expect(text.contains("terminal"))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test func dumbTerminalIsRejected() throws {
    let flick = try FlickProcess([clips.folder.path], environment: ["TERM": "dumb"])
    #expect(flick.waitForExit() == .status(69))
    #expect(flick.standardError.contains("dumb"))
    #expect(flick.isTerminalRestored)
  }

  @Test func helpAndVersionArePrinted() throws {
    let help = try FlickProcess(["--help"], audioDevice: nil)
    #expect(help.waitForExit() == .status(0))
    #expect(String(decoding: help.output, as: UTF8.self).contains("--loop"))
    let version = try FlickProcess(["--version"], audioDevice: nil)
    #expect(version.waitForExit() == .status(0))
    #expect(String(decoding: version.output, as: UTF8.self).hasPrefix("flick "))
  }
}
