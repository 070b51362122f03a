import ArgumentParser
import Glibc
import Models
import Platform
import TerminalUI

/// `flick help`: help on the program and its sub-commands, in all its forms.
struct HelpCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "help", _superCommandName: "flick",
    abstract: "Explain a sub-command, or all options.",
    usage: "flick help [<topic>]",
    discussion: """
      Topics are the sub-commands, `options` for what each option of the player does, `keys` for all \
      keys, and `manual` for the manual page (in mdoc when written to a pipe or a file).
      """)

  @Argument(
    help: ArgumentHelp("Topic to explain.", valueName: "topic"),
    completion: .list(Self.topics))
  var topic: String?

  private static var topics: [String] { ["options", "keys", "manual"] + Subcommands.words }

  /// The width of texts, as of the other topics.
  private static let columns = 80

  private static var keys: String {
    let keyMap = KeyMap.standard
    return """
      \(table(keyMap.summaries))

      \(localized("With triage on:"))
      \(table(keyMap.triageSummaries))

      \(localized("In the overview:"))
      \(table(OverviewKey.summaries))
      """
  }

  private static func table(_ rows: [(keys: String, summary: String)]) -> String {
    let width = rows.map(\.keys.count).max() ?? 0
    return rows.flatMap { keys, summary in
      let lines = CleanText(localized(marked: summary)).wrapped(toColumns: columns - width - 2)
      return lines.enumerated().map { index, line in
        let keys = index == 0 ? keys : ""
        return keys + String(repeating: " ", count: width - keys.count + 2) + line.string
      }
    }.joined(separator: "\n")
  }

  func perform() throws -> Int32 {
    let text: String
    switch topic {
    case nil: text = RootHelp.text
    case "options": text = FlickCommand.helpMessage()
    case "keys": text = Self.keys
    case "manual":
      text = ManualPage(try ProgramDescription()).text
      if isatty(STDOUT_FILENO) == 1, Manual.show(text) { return ExitStatus.success }
    case let topic?:
      guard let command = Subcommands.named(topic) else {
        throw Failure(
          localized(
            "no help topic %1$s; topics: %2$s", CleanText(topic),
            Self.topics.joined(separator: ", ")),
          status: ExitStatus.usage)
      }
      text = command.helpMessage()
    }
    return Console.output(Array("\(text)\n".utf8))
  }
}
