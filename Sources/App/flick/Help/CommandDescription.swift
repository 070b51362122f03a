import ArgumentParser
import Foundation

/// A command as described by its parser, for the manual and completions. See
/// docs/decisions/command-line-help.md.
struct CommandDescription: Decodable {
  /// An option or argument.
  struct Argument: Decodable {
    /// How a shell may complete its value.
    enum Values: Hashable {
      case anything
      case files
      case folders
      case words([String])
    }

    let kind: String
    let abstract: String?
    let sectionTitle: String?
    let valueName: String?
    let defaultValue: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    /// All values that it takes, if there are few.
    let allValues: [String]?
    private let names: [Name]?
    private let completionKind: [String: Completion]?

    /// Its names with their dashes, short ones first: `-o`, `--output`.
    var spellings: [String] {
      let names = names ?? []
      return names.filter { $0.kind == "short" }.map { "-\($0.name)" }
        + names.filter { $0.kind != "short" }.map { "--\($0.name)" }
    }

    /// The name of its value; `nil` if it takes none.
    var value: String? { kind == "flag" ? nil : valueName }

    /// How a shell may complete its value.
    var values: Values {
      if let list = allValues ?? completionKind?["list"]?.values { return .words(list) }
      if completionKind?["file"] != nil { return .files }
      return completionKind?["directory"] != nil ? .folders : .anything
    }
  }

  struct Name: Decodable {
    let kind: String
    let name: String
  }

  struct Completion: Decodable {
    let values: [String]?
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  private let arguments: [Argument]?

  /// All arguments, in the order of the help.
  var all: [Argument] { arguments ?? [] }

  /// The visible ones.
  var shownArguments: [Argument] { all.filter(\.shouldDisplay) }

  /// Its options and flags.
  var options: [Argument] { shownArguments.filter { $0.kind != "positional" } }

  var positionals: [Argument] { shownArguments.filter { $0.kind == "positional" } }

  /// Describes a command.
  ///
  /// - Throws: If the parser's description has an unexpected format.
  init(of command: any ParsableCommand.Type) throws {
    struct Dump: Decodable {
      let command: CommandDescription
    }
    self = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
  }
}

/// The program and its sub-commands, for manual and completions.
struct ProgramDescription {
  let root: CommandDescription
  let subcommands: [CommandDescription]

  init() throws(Failure) {
    (root, subcommands) = try Failure.with(ExitStatus.software) {
      (
        try CommandDescription(of: FlickCommand.self),
        try Subcommands.all.map { try CommandDescription(of: $0) }
      )
    }
  }
}
