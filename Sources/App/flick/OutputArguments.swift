import ArgumentParser
import Models
import Platform

/// What goes into files.
struct OutputArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where `s` saves pictures (default: the current folder).", valueName: "folder"))
  var saveTo: String?

  @Option(help: .setting("stats-json", "file"))
  var statsJson: String?

  @Option(
    help: ArgumentHelp(
      "Record what the terminal is sent in a new file, as asciinema does.", valueName: "file"))
  var record: String?

  func validate() throws {
    for (option, value) in [("--stats-json", statsJson), ("--record", record)] {
      guard let value else { continue }
      if value.isEmpty { throw ValidationError(localized("%s takes a file.", option)) }
      if value == "-" {
        throw ValidationError(
          localized("%s takes a file or pipe; standard output has the picture.", option))
      }
    }
  }
}
