import AppFeature
import ArgumentParser
import Models
import Platform
import Settings
import TerminalUI

extension Configuration {
  /// Merges what is in force and has the argument parser read it, or says what is wrong.
  ///
  /// - Parameters:
  ///   - type: Whose options they are.
  ///   - arguments: The command line, without the program's name.
  ///   - environment: The environment.
  /// - Returns: What is in force, or the exit status.
  static func read<Command: ParsableCommand>(
    _ type: Command.Type, arguments: [String], environment: [String: String]
  ) -> Result<(Configuration, Command), ExitCode> {
    let configuration: Configuration
    do throws(SettingProblem) {
      configuration = try Configuration(arguments: arguments, environment: environment)
    } catch {
      return .failure(refuse(["\(error)"], status: ExitStatus.configuration, type, arguments))
    }
    let errors = configuration.errors
    guard errors.isEmpty else {
      let isUsage = errors.allSatisfy { $0.origin == .commandLine }
      let words = errors.map { $0.origin == .commandLine ? $0.words : "\($0)" }
      return .failure(
        refuse(
          words, status: isUsage ? ExitStatus.usage : ExitStatus.configuration, type, arguments))
    }
    do {
      return .success((configuration, try type.parse(configuration.settings.arguments)))
    } catch {
      return .failure(explain(error, by: type))
    }
  }

  private static func explain(_ error: any Error, by type: any ParsableCommand.Type) -> ExitCode {
    ExitCode(Console.explain(error, by: type, instead: RootHelp.answer(insteadOf:)))
  }

  /// Says what is wrong with the configuration, unless something else is with the command line, or
  /// it asks for help or the version.
  private static func refuse<Command: ParsableCommand>(
    _ problems: [String], status: Int32, _ type: Command.Type, _ arguments: [String]
  ) -> ExitCode {
    do {
      _ = try type.parse(CommandLineSettings(arguments).arguments)
    } catch {
      return explain(error, by: type)
    }
    for problem in problems { Console.tell(problem) }
    return ExitCode(status)
  }

  /// What there is to say on the first screen.
  ///
  /// - Parameter isFirstStart: Whether the user has never seen one.
  func note(isFirstStart: Bool) -> Sign.Message? {
    if let problem = warnings.first {
      let words =
        warnings.count > 1
        ? localizedPlural(
          warnings.count - 1, "%1$s and %2$s more", "%1$s and %2$s more", problem.words,
          warnings.count - 1)
        : problem.words
      return .note(CleanText(words), short: .localized("see flick config"))
    }
    guard isFirstStart, let help = keyMap.keyName(for: .toggleHelp) else { return nil }
    // Keys stay with what they do, however narrow the sign.
    let keys = [
      keyMap.keyName(for: .nextPage).map { localized("%s next", $0) },
      keyMap.keyName(for: .previousPage).map { localized("%s back", $0) },
      localized("%s keys", help),
      keyMap.keyName(for: .quit).map { localized("%s quits", $0) },
    ].map { $0?.replacing(" ", with: "\u{A0}") }
    return .note(
      CleanText(keys.compactMap(\.self).joined(separator: ", ")), short: .localized("%s keys", help)
    )
  }
}
