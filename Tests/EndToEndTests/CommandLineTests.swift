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
      "flick: doctr: No such file or directory\nflick: Did you mean 'flick doctor'?\n"
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
    #expect(error == "flick: <file> is missing.\nSee `flick still --help`.\n")
  }

  @Test(arguments: [
    (
      ["--color", "purple"],
      "--color takes auto, always, never, 24bit, 256, 16, 8 or mono, not \"purple\""
    ),
    (["--loop", "fed"], "--loop takes one, feed or off, not \"fed\": did you mean \"feed\"?"),
    (["--volume"], "--volume takes a whole number, 0 to 100, not nothing"),
    (["--config"], "--config takes <file>, not nothing"),
    (["--start", "--mute"], "--start takes a clip number (from 1) or a file name, not nothing"),
    (["--mute=1"], "--mute takes no value."), (["--history=1"], "--history takes no value."),
    (["config", "--mut"], "Unknown option '--mut'. Did you mean '--mute'?"),
    (["still", "a.mp4", "--colr", "8"], "Unknown option '--colr'. Did you mean '--color'?"),
    (
      ["still", "a.mp4", "--at", "x"],
      "--at takes a time such as 90, 1:30 or 1:02:03.5, or a percentage of the clip such as 50%, not \"x\""
    ),
    (
      ["still", "a.mp4", "--output", "sixl"],
      "--output takes auto, cells, kitty, sixel or a file such as frame.png, not \"sixl\""
    ),
    (
      ["still", "a.mp4", "-o", "a.png", "--output", "b.png"],
      "-o and --output cannot be combined."
    ),
    (["history", "--limit", "many"], "--limit takes a whole number, not \"many\""),
    (
      ["history", "--since", "May"],
      "--since takes a time such as 90m, 12h, 7d, 4w or 2026-05-01, not \"May\""
    ),
    (["history", "--format", "xml"], "--format takes table or jsonl, not \"xml\""),
    (["cache", "clean"], "<task> takes show or clear, not \"clean\": did you mean \"clear\"?"),
    (["undo", "x"], "Unexpected argument 'x'."), (["apply", "-nx"], "Unknown option '-nx'."),
    (["feed", "."], "--base-url <url> is missing."),
  ])
  func problemsOfParsingAreInOurWords(_ arguments: [String], _ words: String) throws {
    let (exit, error) = try FlickProcess.end(of: arguments)
    #expect(exit == .status(64))
    #expect(error.hasPrefix("flick: \(words)\nSee `flick"), "\(error)")
  }

  /// Not the clip is played that was meant as its argument.
  @Test func misspeltSubcommandIsSuggestedUnlessThereIsSuchAFolder() throws {
    let (exit, error) = try FlickProcess.end(of: ["stil", clips.path(0)])
    #expect(exit == .status(66))
    #expect(
      error == "flick: stil: No such file or directory\nflick: Did you mean 'flick still'?\n")
    let folder = try ScratchFolder()
    #expect(mkdir(folder.file("stil"), 0o700) == 0)
    let flick = try FlickProcess(["stil"], audioDevice: nil, workingDirectory: folder.path)
    #expect(flick.waitForExit() == .status(66))
    #expect(flick.standardError.contains("no clips found in stil"))
    #expect(!flick.standardError.contains("flick still"))
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
    for option in ["--version", "-V"] {
      let version = try FlickProcess([option], audioDevice: nil)
      #expect(version.waitForExit() == .status(0))
      #expect(String(decoding: version.output, as: UTF8.self).hasPrefix("flick "))
    }
  }
}
