import Foundation
import Settings
import TestSupport
import Testing

/// The configuration file, the environment and the command line combined.
@Suite(.ownThreads) struct ConfigurationTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private var file: String { folder.file("config/flick/config.toml") }

  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("config/flick"), withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
  }

  private struct Ending {
    var status: Int32
    var output: String
    var error: String
  }

  /// Runs the program without a terminal, in an environment of its own.
  private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Ending {
    let variables = ["HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.file("config"))"]
    let errors = folder.file("errors")
    let output = folder.file("output")
    let status = try Command.run(
      "sh",
      ["-c", "error=$1; shift; exec env -i \"$@\" 2> \"$error\"", "sh", errors] + variables
        + environment.map { "\($0.key)=\($0.value)" } + [FlickProcess.binary] + arguments,
      standardOutput: output)
    func text(_ path: String) -> String {
      String(decoding: Command.contents(of: path), as: UTF8.self)
    }
    return Ending(status: status, output: text(output), error: text(errors))
  }

  /// The line of an option in a listing, with single spaces.
  private func line(_ name: String, in listing: String) -> String? {
    listing.split(separator: "\n").first { $0.hasPrefix("\(name) = ") }
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// The lines of a listing without their comments.
  private func values(_ listing: String) -> [String] {
    listing.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.components(separatedBy: "  #").first?.trimmingCharacters(in: .whitespaces) }
  }

  @Test func everyCommandLineOptionIsASetting() throws {
    let dump = try run(["--experimental-dump-help"])
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(dump.output.utf8)) as? [String: Any])
    let command = try #require(json["command"] as? [String: Any])
    let arguments = try #require(command["arguments"] as? [[String: Any]])
    var names: Set<String> = []
    for argument in arguments where argument["kind"] as? String != "positional" {
      let longNames = (argument["names"] as? [[String: Any]] ?? [])
        .filter { $0["kind"] as? String == "long" }.compactMap { $0["name"] as? String }
      let written = try #require(longNames.first)
      // These are only meaningful on the command line; keys have a table of their own.
      if ["help", "version", "config", "key", "record"].contains(written) { continue }
      let name = written.hasPrefix("no-") ? String(written.dropFirst(3)) : written
      names.insert(name)
      let setting = try #require(Setting.named(name), "\(name) should be in Setting.all")
      let isFlag = argument["kind"] as? String == "flag"
      #expect(isFlag == (setting.kind == .flag), "\(name)")
      #expect(written.hasPrefix("no-") == (setting.standardValue == .flag(true)), "\(name)")
      if !isFlag, let standard = argument["defaultValue"] as? String {
        #expect(standard == setting.standard, "\(name)")
      }
      if case .choice(let choices) = setting.kind {
        #expect(argument["allValues"] as? [String] == choices, "\(name)")
      }
    }
    #expect(names == Set(Setting.all.map(\.name)))
  }

  @Test func listingShowsOverridesAndTheirOrigins() throws {
    try configure(
      "volume = 10\nloop = \"off\"\nno-history = true\n\n[keys]\nlike = [\"f\", \"F2\"]\n")
    let listing = try run(
      ["config", "--volume", "30", "--key", "quit=x"],
      environment: ["FLICK_VOLUME": "20", "FLICK_COLOR": "mono", "FLICK_VOLUM": "1"])
    #expect(listing.status == 0)
    #expect(listing.error == "")
    let output = listing.output
    #expect(line("volume", in: output) == "volume = 30 # command line")
    #expect(line("loop", in: output) == "loop = \"off\" # \(file):2")
    #expect(line("color", in: output) == "color = \"mono\" # FLICK_COLOR")
    #expect(line("history", in: output) == "history = false # \(file):3")
    #expect(line("mute", in: output) == "mute = false # default")
    #expect(line("like", in: output) == "like = [\"f\", \"F2\"] # \(file):6")
    #expect(line("quit", in: output) == "quit = [\"x\", \"Ctrl-C\"] # command line")
    #expect(output.contains("# FLICK_VOLUM: unknown option: did you mean FLICK_VOLUME?"))
  }

  @Test func listingIsAValidConfigurationFile() throws {
    try configure("volume = 10\nmatch = \"a\\\"b\"\nfiles-from = [\"x\"]\n[keys]\nquit = '\"'\n")
    let first = try run(["config"])
    let copy = folder.file("copy.toml")
    try first.output.write(toFile: copy, atomically: false, encoding: .utf8)
    let second = try run(["config", "--config", copy])
    #expect(second.status == 0)
    #expect(second.error == "")
    #expect(values(first.output) == values(second.output))
  }

  @Test func templateChangesNothingEvenUncommented() throws {
    let template = try run(["config", "--default"])
    #expect(template.status == 0)
    try configure(template.output)
    let plain = try run(["config"])
    #expect(plain.status == 0)
    #expect(!plain.output.contains("# \(file):"))
    // Uncommenting every line with a value gives the same settings.
    let lines = template.output.split(separator: "\n").map { line in
      let isValue = line.hasPrefix("# ") && line.contains(" = ")
      return isValue ? String(line.dropFirst(2)) : String(line)
    }
    try configure(lines.joined(separator: "\n"))
    let full = try run(["config"])
    #expect(full.error == "")
    #expect(full.status == 0)
    #expect(line("volume", in: full.output)?.hasPrefix("volume = 100 # \(file)") == true)
    #expect(line("next-clip", in: full.output)?.contains(file) == true)
    #expect(values(full.output) == values(plain.output))
  }

  @Test func invalidFilesAreRejectedWithLineAndFix() throws {
    for (text, words) in [
      ("volume = 130", "\(file):1: `volume` takes a whole number, 0 to 100, not 130"),
      (
        "\nloop = \"fed\"",
        "\(file):2: `loop` takes one, feed or off, not \"fed\": did you mean \"feed\"?"
      ),
      ("loop = feed", "text needs quotes: \"feed\""),
      (
        "[keys]\nquit = [\"x\", \"PgDwn\"]",
        "\(file):2: unknown key \"PgDwn\": did you mean \"PgDn\"?"
      ),
      ("[keys]\nmute = \"x\"\nlike = \"x\"", "\(file):3: x is already bound to `mute`"),
      ("[keys]\nlike = \"Ctrl-C\"", "\(file):2: Ctrl-C always quits"),
      ("start = 2\nresume = true", "cannot be combined"),
      ("volume = 1\nvolume = 2", "\(file):2:"),
    ] {
      try configure(text)
      for arguments in [["config"], ["."]] {
        let ending = try run(arguments)
        #expect(ending.status == 78, "\(text)")
        #expect(ending.error.contains(words), "\(ending.error)")
        #expect(ending.error.split(separator: "\n").count == 1)
      }
    }
    // Help, and naming another file, still work.
    #expect(try run(["--help"]).status == 0)
    #expect(try run(["--version"]).status == 0)
    #expect(try run(["config", "--path"]).output == "\(file)\n")
    #expect(try run(["config", "--config", "/dev/null"]).status == 0)
    #expect(try run(["--mut"]).status == 64)
  }

  @Test func unknownOptionInTheFileIsOnlyAWarning() throws {
    try configure("volum = 3\n")
    let ending = try run(["config"])
    #expect(ending.status == 0)
    #expect(
      ending.output.contains("# \(file):1: unknown option `volum`: did you mean `volume`?"))
  }

  @Test(arguments: [
    (["--config", "/no/such/file"], [:], Int32(78), "/no/such/file: no such file"),
    (["--config", "/"], [:], 78, "/: not a file"),
    ([], ["FLICK_CONFIG": "/no/such/file"], 78, "/no/such/file"),
    ([], ["FLICK_VOLUME": "loud"], 78, "FLICK_VOLUME: takes a whole number, 0 to 100"),
    (["--key", "quit"], [:], 64, "--key takes ACTION=KEY"),
    (["--key", "quit=PgDwn"], [:], 64, "did you mean \"PgDn\"?"),
    (["--key", "like=x", "--key", "mute=x"], [:], 64, "x is already bound to `like`"),
    (["--volume", "loud"], [:], 64, "loud"),
    (["a"], [:], 64, "no paths"),
  ])
  func otherInvalidInputsAreRejected(
    _ arguments: [String], _ environment: [String: String], _ status: Int32, _ words: String
  ) throws {
    let ending = try run(["config"] + arguments, environment: environment)
    #expect(ending.status == status)
    #expect(ending.error.contains(words), "\(ending.error)")
  }

  @Test func pipeInPlaceOfTheFileDoesNotHang() throws {
    try configure("")
    try FileManager.default.removeItem(atPath: file)
    #expect(mkfifo(file, 0o600) == 0)
    let ending = try run(["config"])
    #expect(ending.status == 78)
    #expect(ending.error == "flick: \(file): not a file\n")
  }

  @Test func folderNamedLikeTheSubcommandIsPlayedByItsPath() throws {
    let ending = try run(["./config"])
    #expect(ending.status == 66)
    #expect(ending.error.contains("./config"))
  }
}
