import AppFeature
import ArgumentParser
import Models
import Platform
import Settings
import TerminalUI

extension Configuration {
  /// Merges the settings in force and has the argument parser read them, or reports what is wrong.
  ///
  /// - Parameters:
  ///   - type: The command with the options.
  ///   - arguments: The command line, without the program's name.
  ///   - environment: The environment.
  /// - Returns: The settings in force.
  static func read<Command: ParsableCommand>(
    _ type: Command.Type, arguments: [String], environment: [String: String]
  ) throws(Failure) -> (Configuration, Command) {
    let configuration: Configuration
    do throws(SettingProblem) {
      configuration = try Configuration(arguments: arguments, environment: environment)
    } catch {
      throw refusal(["\(error)"], status: ExitStatus.configuration, type, arguments)
    }
    let errors = configuration.errors
    guard errors.isEmpty else {
      let isUsage = errors.allSatisfy { $0.origin == .commandLine }
      let words = errors.map { $0.origin == .commandLine ? $0.words : "\($0)" }
      throw refusal(
        words, status: isUsage ? ExitStatus.usage : ExitStatus.configuration, type, arguments)
    }
    return (configuration, try parse(type, configuration.settings.arguments))
  }

  private static func parse<Command: ParsableCommand>(
    _ type: Command.Type, _ arguments: [String]
  ) throws(Failure) -> Command {
    do {
      return try type.parse(arguments)
    } catch {
      throw Failure(
        status: Console.explain(error, by: type, arguments, instead: RootHelp.answer(insteadOf:)))
    }
  }

  /// The problem with the configuration, unless the command line has one, too, or asks for help or
  /// the version.
  private static func refusal(
    _ problems: [String], status: Int32, _ type: (some ParsableCommand).Type, _ arguments: [String]
  ) -> Failure {
    do throws(Failure) {
      _ = try parse(type, CommandLineSettings(arguments).arguments)
      return Failure(then: problems, status: status)
    } catch {
      return error
    }
  }

  /// A message for the first screen.
  ///
  /// - Parameters:
  ///   - isFirstStart: Whether Flick has never been started before.
  ///   - view: What it begins with.
  func note(isFirstStart: Bool, _ view: FeedView) -> Toast.Message? {
    if let problem = warnings.first {
      let words =
        warnings.count > 1
        ? localizedPlural(
          warnings.count - 1, "%1$s and %2$s more", "%1$s and %2$s more", problem.words,
          warnings.count - 1)
        : problem.words
      return .note(CleanText(words), short: .localized("see flick config"))
    }
    guard isFirstStart, let help = keyMap.keyName(for: .help) else { return nil }
    // Keys stay with their descriptions, however narrow the toast.
    let moves =
      switch view {
      case .page:
        [
          keyMap.keyName(for: .nextClip).map { localized("%s next", $0) },
          keyMap.keyName(for: .previousClip).map { localized("%s back", $0) },
        ]
      case .overview, .shelves: [localized("arrows move"), localized("Enter plays")]
      }
    let keys =
      moves + [
        localized("%s keys", help),
        keyMap.keyName(for: .quit).map { localized("%s quits", $0) },
      ]
    let words = keys.compactMap { $0?.replacing(" ", with: "\u{A0}") }
    return .note(
      CleanText(words.joined(separator: ", ")),
      short: CleanText(words.suffix(2).joined(separator: ", ")))
  }
}
