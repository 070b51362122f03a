import Models
import Platform
import Settings
import TerminalUI

/// The settings of this run, and where each comes from: options and keys, merged from the
/// configuration file, the environment and the command line.
struct Configuration {
  let settings: EffectiveSettings
  let keyMap: KeyMap
  /// Problems, most important first.
  let problems: [SettingProblem]
  /// The configuration file; `nil` if the environment specifies no place for one.
  let file: FilePath?
  /// Whether the file exists.
  let fileExists: Bool
  /// Where the keys of an action come from, by its name; actions not listed have their default
  /// keys.
  private let keyOrigins: [String: SettingOrigin]

  /// Merges all settings.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the program's name.
  ///   - environment: The environment.
  /// - Throws: Why the file cannot be used.
  init(arguments: [String], environment: [String: String]) throws(SettingProblem) {
    let commandLine = CommandLineSettings(arguments)
    let named =
      commandLine.file.map { FilePath(bytes: Arguments.bytes($0)) }
      ?? SettingsFile.namedPath(environment: environment)
    file = named ?? SettingsFile.standardPath(environment: environment)
    let document = try file.flatMap { path throws(SettingProblem) in
      try SettingsFile.read(path)
    }
    fileExists = document != nil
    if let file, document == nil, named != nil {
      throw SettingProblem(.file(file.description, nil), localized("no such file"))
    }
    let fileLayer = document.map(SettingLayer.init) ?? SettingLayer()
    settings = EffectiveSettings(
      [fileLayer, SettingLayer(environment: environment)], commandLine: commandLine)
    var keyMap = KeyMap.standard
    var origins: [String: SettingOrigin] = [:]
    var problems = settings.problems
    for layer in [fileLayer, commandLine.layer] {
      let (changed, wrong) = keyMap.changed(layer.keys)
      keyMap = changed
      problems += wrong
      for entry in layer.keys {
        guard let command = keyMap.command(named: entry.action) else { continue }
        origins[command.name] = entry.origin
      }
    }
    self.keyMap = keyMap
    self.problems = problems
    keyOrigins = origins
  }

  /// Problems that prevent a start.
  var errors: [SettingProblem] { problems.filter(\.isError) }

  /// Harmless problems with the file. Those in the environment are not reported: they may be due to
  /// other programs, and would show at every start.
  var warnings: [SettingProblem] {
    problems.filter { problem in
      if case .environment = problem.origin { false } else { !problem.isError }
    }
  }

  /// The keys of all actions, for a listing.
  var keyLines: [SettingListing.KeyLine] { keyMap.lines(keyOrigins) }
}

extension KeyMap {
  /// The keys of all actions, for a listing.
  ///
  /// - Parameter origins: Where the keys of an action come from, by its name.
  func lines(_ origins: [String: SettingOrigin] = [:]) -> [SettingListing.KeyLine] {
    bindings.filter(\.isListed).map { binding in
      let command = binding.command
      return SettingListing.KeyLine(
        action: command.name, keys: binding.keys.map(\.name),
        origin: origins[command.name] ?? .standard, summary: command.localizedLabel)
    }
  }
}
