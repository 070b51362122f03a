import Glibc
import Models
import TestSupport
import Testing

/// Help, version, manual and completions.
@Suite(.ownThreads) struct HelpTests {
  /// The names of the options in the parser's help: `--sort`, `-0`.
  private func options(in help: String) -> Set<String> {
    let words = help.split { " ,\n[]<>".contains($0) }
    return Set(
      words.filter { $0.hasPrefix("-") && $0.count > 1 && $0.dropFirst().first != " " }
        .map { String($0.prefix { $0 != "=" }) })
  }

  private var allOptions: Set<String> {
    get throws { options(in: try ProgramOutput(["help", "options"]).text) }
  }

  private static let subcommands = [
    "still", "feed", "history", "verdicts", "apply", "undo", "cache", "config", "doctor", "help",
  ]

  @Test func helpFitsOneScreenAndNamesEveryTopic() throws {
    let flick = try FlickProcess(["--help"], audioDevice: nil)
    #expect(flick.waitForExit() == .status(0))
    #expect(flick.model.text(row: 0).hasPrefix("Usage: flick"))
    let help = try ProgramOutput(["-h"])
    #expect(help.status == 0)
    #expect(help.lines.count <= 23)
    #expect(help.lines.allSatisfy { $0.count <= 79 })
    let named = options(in: help.text)
    for option in try allOptions.subtracting(["-h"]) {
      #expect(named.contains(option), "\(option)")
    }
    let usage = help.lines.prefix(2).joined().split { !$0.isLetter }
    for word in Self.subcommands { #expect(usage.contains(word[...])) }
    #expect(try ProgramOutput(["help"]).text == help.text)
  }

  @Test(arguments: subcommands)
  func eachSubcommandHasHelp(_ word: String) throws {
    let help = try ProgramOutput(["help", word])
    #expect(help.status == 0)
    #expect(help.text.lowercased().contains("usage: flick \(word)"))
    let own = try ProgramOutput([word, "--help"])
    #expect(own.status == 0)
    #expect(own.text == help.text)
  }

  @Test(arguments: [
    ("triage", ["flick --triage FOLDER", "p  ", "Ctrl-R"]),
    ("overview", ["--view overview", "Arrows, h j k l", "L  "]),
    ("excerpts", ["flick --excerpts", "e  ", "f  ", "Down, j"]),
  ])
  func modesAreTopics(_ topic: String, words: [String]) throws {
    let help = try ProgramOutput(["help", topic])
    #expect(help.status == 0)
    for word in words { #expect(help.text.contains(word), "\(help.text)") }
    #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func unknownHelpTopicIsRejected() throws {
    let output = try ProgramOutput(["help", "me\u{1B}[2J"])
    #expect(output.status == 64)
    #expect(output.error.contains("options, keys, triage, overview, excerpts, manual, still"))
    #expect(!output.error.contains("\u{1B}"))
  }

  @Test func versionIsTheNewestOfTheChangelogOrTheNext() throws {
    let version = try ProgramOutput(["--version"])
    #expect(version.status == 0)
    let words = try #require(version.lines.first).split(separator: " ")
    // Only `make build` tells the program its commit.
    try #require(version.lines.count == 1 && words.count == 2 && words[0] == "flick")
    let changelog = String(
      decoding: Command.contents(of: "\(ProjectFolder.path)/CHANGELOG.md"), as: UTF8.self)
    let headings = changelog.split(separator: "\n").filter { $0.hasPrefix("## ") }
    let newest = try #require(headings.first { $0.contains(" - ") }).split(separator: " ")[1]
    let numbers = words[1].split(separator: ".").compactMap { Int($0) }
    let released = newest.split(separator: ".").compactMap { Int($0) }
    let isNext = headings.first == "## Unreleased" && released.lexicographicallyPrecedes(numbers)
    #expect(numbers.count == 3 && (numbers == released || isNext))
  }

  @Test func manualNamesEveryOptionAndIsWellFormed() throws {
    let manual = try ProgramOutput(["help", "manual"])
    #expect(manual.status == 0)
    for option in try allOptions.subtracting(["-h"]) {
      let name = option.dropFirst().replacing("-", with: "\\-")
      #expect(
        option == "--help" || option == "--version" || manual.text.contains("Fl \(name)"),
        "\(option)")
    }
    #expect(manual.text.contains(".It \"\\&Down, j, PgDn"))
    for word in Self.subcommands { #expect(manual.text.contains(".Ss flick \(word)")) }
    guard Command.isInstalled("mandoc") else { return }
    let folder = try ScratchFolder()
    let page = folder.file("flick.1")
    try write(manual.text, to: page)
    let status = try Command.run(
      "mandoc", ["-T", "lint", "-W", "warning", page], standardOutput: folder.file("lint"))
    let lint = String(decoding: Command.contents(of: folder.file("lint")), as: UTF8.self)
    #expect(status == 0, "\(lint)")
  }

  private func write(_ text: String, to path: String) throws {
    let stream = try #require(fopen(path, "we"))
    fputs(text, stream)
    fclose(stream)
  }

  // MARK: Completions

  /// A folder with files to complete, and a shell's completion script.
  private func script(_ shell: String) throws -> (folder: ScratchFolder, path: String) {
    let folder = try ScratchFolder()
    let output = try ProgramOutput(["--generate-completion-script", shell])
    #expect(output.status == 0)
    let path = folder.file("flick.\(shell)")
    try write(output.text, to: path)
    _ = try Command.run("mkdir", [folder.file("clips")])
    _ = try Command.run("touch", [folder.file("clip one.mp4")])
    return (folder, path)
  }

  /// The output of a shell command run in the folder.
  private func run(_ shell: [String], in folder: ScratchFolder) throws -> [Substring] {
    let command = ["-C", folder.path] + shell
    _ = try Command.run("env", command, standardOutput: folder.file("output"))
    return String(decoding: Command.contents(of: folder.file("output")), as: UTF8.self)
      .split(separator: "\n")
  }

  /// bash's completions for the last of some words.
  private func bash(_ words: [String]) throws -> [Substring] {
    let (folder, path) = try script("bash")
    let quoted = (["flick"] + words).map { "'\($0)'" }.joined(separator: " ")
    let before = words.count > 1 ? words[words.count - 2] : "flick"
    return try run(
      [
        "bash", "--norc", "-c",
        """
        source \(path); COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count)
        _flick flick '\(words.last ?? "")' '\(before)' 2> /dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ], in: folder)
  }

  @Test func bashCompletesWordsOptionsValuesAndFiles() throws {
    #expect(try bash(["st"]) == ["still"])
    #expect(try bash(["cl"]).sorted() == ["clip one.mp4", "clips"])
    #expect(try Set(bash([""])).isSuperset(of: ["still", "doctor", "clips"]))
    #expect(try bash(["clips", "st"]) == [])
    #expect(try bash(["--lo"]) == ["--loop", "--log-level"])
    #expect(try bash(["--loop", ""]) == ["one", "feed", "off"])
    #expect(try bash(["--volume", ""]) == [])
    #expect(try bash(["clips", "--color", "2"]) == ["24bit", "256"])
    for option in ["--files-from", "--config", "--record", "--stats-json"] {
      #expect(try bash([option, "clip"]).sorted() == ["clip one.mp4", "clips"], "\(option)")
    }
    #expect(try bash(["--save-to", "cl"]) == ["clips"])
    #expect(try bash(["still", "--g"]) == ["--glyphs"])
    #expect(try bash(["still", "--glyphs", "s"]) == ["space", "sextant"])
    #expect(try bash(["still", "--glyphs", "=", "s"]) == ["space", "sextant"])
    #expect(try bash(["--loop", "="]) == ["one", "feed", "off"])
    #expect(try bash(["still", "clip"]).sorted() == ["clip one.mp4", "clips"])
    #expect(try bash(["feed", "cl"]) == ["clips"])
    #expect(try bash(["feed", "--b"]) == ["--base-url"])
    #expect(try bash(["help", "do"]) == ["doctor"])
    #expect(try bash(["undo", "cl"]) == [])
  }

  @Test(.enabled(if: Command.isInstalled("fish")))
  func fishCompletesOptionsValuesAndFiles() throws {
    let (folder, path) = try script("fish")
    func complete(_ line: String) throws -> [Substring] {
      try run(["fish", "--no-config", "-c", "source \(path); complete -C '\(line)'"], in: folder)
        .map { $0.prefix { $0 != "\t" } }
    }
    #expect(try complete("flick st").contains("still"))
    #expect(try complete("flick cl") == ["clip one.mp4", "clips/"])
    #expect(try complete("flick --loop ").sorted() == ["feed", "off", "one"])
    #expect(try complete("flick still --glyphs s").sorted() == ["sextant", "space"])
    #expect(try complete("flick still --so") == [])
    #expect(try complete("flick feed cl") == ["clips/"])
    #expect(try complete("flick --save-to cl") == ["clips/"])
    for option in ["--config", "--record", "--stats-json"] {
      #expect(try complete("flick \(option) cl") == ["clip one.mp4", "clips/"], "\(option)")
    }
    #expect(try complete("flick help do") == ["doctor"])
    #expect(try complete("flick undo cl") == [])
  }

  @Test(.enabled(if: Command.isInstalled("zsh")))
  func zshAcceptsTheScript() throws {
    let (folder, path) = try script("zsh")
    let status = try Command.run("zsh", ["-f", "-n", path])
    withExtendedLifetime(folder) { #expect(status == 0) }
  }

  @Test func zshCompletesFilesAndFolders() throws {
    let lines = try ProgramOutput(["--generate-completion-script", "zsh"]).lines
    for (option, end) in [
      ("--config", ":file:_files"), ("--record", ":file:_files"), ("--stats-json", ":file:_files"),
      ("--save-to", ":folder:_files -/"),
    ] {
      #expect(lines.contains { $0.contains("'\(option)[") && $0.contains("\(end)'") }, "\(option)")
    }
  }

  @Test func otherShellsAreRejected() throws {
    #expect(try ProgramOutput(["--generate-completion-script", "tcsh"]).status == 64)
    #expect(try ProgramOutput(["--generate-completion-script"]).status == 64)
    #expect(try ProgramOutput(["--generate-completion-script=fish"]).status == 0)
  }

  /// The pager has the terminal: the system stops a background process that reads from it.
  @Test(.enabled(if: Command.isInstalled("man")))
  func manualIsShownByThePager() throws {
    let folder = try ScratchFolder()
    let pager = folder.file("pager")
    try FilePath(pager).write(
      Array(
        """
        #!/bin/sh
        cat > /dev/null
        echo paged
        read key < /dev/tty
        echo "got $key"

        """.utf8), mode: 0o700)
    let flick = try FlickProcess(
      ["help", "manual"], audioDevice: nil, environment: ["MANPAGER": pager])
    #expect(flick.waitUntil { $0.contains("paged") })
    flick.type(Array("x\n".utf8))
    #expect(flick.waitUntil { $0.contains("got x") })
    #expect(flick.waitForExit() == .status(0))
  }
}
