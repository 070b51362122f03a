import ArgumentParser
import Foundation
import Models
import Platform
import Settings
import TerminalUI

/// `flick config`: shows the settings in force and where each comes from.
struct ConfigCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "config", _superCommandName: "flick",
    abstract: "Print the options and keys in effect, and where each is set.",
    usage: "flick config [--path | --default] [<options of flick>]",
    discussion: """
      The output is a valid configuration file. The file is config.toml in $XDG_CONFIG_HOME/flick or \
      ~/.config/flick. Variables such as FLICK_VOLUME=50 take precedence over it, and the command line \
      over both. `flick config --default` prints a file to start from.
      """)

  @Flag(help: "Print only the path of the configuration file.")
  var path = false

  @Flag(
    name: .customLong("default"),
    help: "Print a configuration file with every option documented and commented out.")
  var isTemplate = false

  @OptionGroup(visibility: .hidden)
  var options: FlickCommand

  func validate() throws {
    if path, isTemplate {
      throw ValidationError(
        localized("--path and --default cannot be combined."))
    }
    if !options.feed.paths.isEmpty {
      throw ValidationError(localized("flick config takes options only, no paths."))
    }
  }

  static func parsed(of arguments: [String]) -> [String] {
    // Flags are checked with the other settings in force.
    CommandLineSettings(arguments).arguments
  }

  func perform() throws -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    // Neither needs the file, which may be the reason for running this.
    if path { return try printPath(environment) }
    if isTemplate {
      return Console.answer(SettingListing.template(keys: KeyMap.standard.lines()))
    }
    let (configuration, _) = try Configuration.read(
      Self.self, arguments: Array(Arguments.ofProcess.dropFirst()), environment: environment)
    return Console.answer(
      SettingListing.effective(
        configuration.settings, problems: configuration.problems, keys: configuration.keyLines,
        file: configuration.file?.description ?? localized("none"),
        exists: configuration.fileExists))
  }

  private func printPath(_ environment: [String: String]) throws -> Int32 {
    guard
      let path = options.config ?? SettingsFile.namedPath(environment: environment)?.description
        ?? SettingsFile.standardPath(environment: environment)?.description
    else {
      throw Failure(
        localized("neither XDG_CONFIG_HOME nor HOME is set"), status: ExitStatus.configuration)
    }
    return Console.answer("\(path)\n")
  }
}
