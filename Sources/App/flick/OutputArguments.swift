import ArgumentParser
import Models
import Platform

struct OutputArguments: ParsableArguments {
  @Option(help: .setting("save-to", "folder"), completion: .directory)
  var saveTo: String?

  @Option(help: .setting("stats-json", "file"), completion: .file())
  var statsJson: String?

  @Option(
    help: ArgumentHelp(
      "Record the session to a new file, in asciinema's format.", valueName: "file"),
    completion: .file())
  var record: String?

  func validate() throws {
    for (option, value) in [("--stats-json", statsJson), ("--record", record)] {
      guard let value else { continue }
      if value.isEmpty { throw ValidationError(localized("%s needs a file.", option)) }
      if value == "-" {
        throw ValidationError(
          localized("%s needs a file or a pipe: standard output is the screen.", option))
      }
    }
  }
}
