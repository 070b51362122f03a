import ArgumentParser

/// A command behind the program's name, with options of its own (docs/decisions/command-line-help.md).
protocol Subcommand: ParsableCommand {
  /// Does it.
  ///
  /// - Returns: The exit status.
  @MainActor func perform() throws -> Int32

  /// Parses the arguments behind the word.
  static func read(_ arguments: [String]) throws -> Self
}

extension Subcommand {
  /// The first argument that asks for it.
  static var word: String { configuration.commandName ?? "" }

  static func read(_ arguments: [String]) throws -> Self { try parse(arguments) }

  /// Parses the arguments behind the word, and does what they ask for.
  ///
  /// - Returns: The exit status.
  @MainActor fileprivate static func run(_ arguments: [String]) -> Int32 {
    do {
      return try read(arguments).perform()
    } catch {
      return Console.explain(error, by: Self.self)
    }
  }
}

/// All sub-commands, in the order in which help and manual name them.
enum Subcommands {
  static let all: [any Subcommand.Type] = [
    StillCommand.self, FeedCommand.self, ConfigCommand.self, DoctorCommand.self, HelpCommand.self,
  ]

  /// Their names.
  static var words: [String] { all.map { $0.word } }

  /// The sub-command of a name.
  static func named(_ word: String) -> (any Subcommand.Type)? {
    all.first { $0.word == word }
  }

  /// Runs the sub-command that the first argument asks for.
  ///
  /// - Parameter arguments: Those of the program.
  /// - Returns: The exit status; `nil` if it asks for none.
  @MainActor static func run(_ arguments: [String]) -> Int32? {
    arguments.first.flatMap(named)?.run(Array(arguments.dropFirst()))
  }
}
