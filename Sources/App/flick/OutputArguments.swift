import ArgumentParser
import Models

/// What goes into files.
struct OutputArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where `s` saves pictures (default: the current folder).", valueName: "folder"))
  var saveTo: String?

  @Option(
    help: ArgumentHelp(
      "Append statistics to a file or pipe, a line of JSON a second.", valueName: "file"))
  var statsJson: String?

  @Option(
    help: ArgumentHelp(
      "Record what the terminal is sent in a new file, as asciinema does.", valueName: "file"))
  var record: String?

  func validate() throws {
    for (option, value) in [("--stats-json", statsJson), ("--record", record)] {
      guard let value else { continue }
      if value.isEmpty { throw ValidationError("\(option) takes a file.") }
      if value == "-" {
        throw ValidationError("\(option) takes a file or pipe; standard output has the picture.")
      }
    }
    if saveTo?.isEmpty == true { throw ValidationError("--save-to takes a folder.") }
  }
}
