import ArgumentParser

/// A sub-command with its own options (docs/decisions/command-line-help.md).
protocol Subcommand: ParsableCommand {
  /// Runs it.
  ///
  /// - Returns: The exit status.
  @MainActor func perform() throws -> Int32

  /// The arguments for the parser, of those after the sub-command's name.
  static func parsed(of arguments: [String]) -> [String]
}

extension Subcommand {
  /// The first argument that selects it.
  static var word: String { configuration.commandName ?? "" }

  static func parsed(of arguments: [String]) -> [String] { arguments }

  /// Parses the arguments after the sub-command's name, and runs it.
  ///
  /// - Returns: The exit status.
  @MainActor fileprivate static func run(_ arguments: [String]) -> Int32 {
    let arguments = parsed(of: arguments)
    do {
      return try parse(arguments).perform()
    } catch {
      return Console.explain(error, by: Self.self, arguments)
    }
  }
}

/// All sub-commands, in the order of the help and the manual.
enum Subcommands {
  static let all: [any Subcommand.Type] = [
    StillCommand.self, SheetCommand.self, FeedCommand.self, HistoryCommand.self,
    VerdictsCommand.self,
    ApplyCommand.self, UndoCommand.self, CacheCommand.self,
    ConfigCommand.self, DoctorCommand.self, HelpCommand.self,
  ]

  /// Their names.
  static var words: [String] { all.map { $0.word } }

  static func named(_ word: String) -> (any Subcommand.Type)? {
    all.first { $0.word == word }
  }

  /// Runs the sub-command selected by the first argument.
  ///
  /// - Parameter arguments: Those of the program.
  /// - Returns: The exit status; `nil` if it selects none.
  @MainActor static func run(_ arguments: [String]) -> Int32? {
    arguments.first.flatMap(named)?.run(Array(arguments.dropFirst()))
  }
}
