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
      keys, `triage`, `overview` and `excerpts` for these modes and their keys, and `manual` for the \
      manual page (in mdoc when written to a pipe or a file).
      """)

  @Argument(
    help: ArgumentHelp("Topic to explain.", valueName: "topic"),
    completion: .list(Self.topics))
  var topic: String?

  private static var topics: [String] {
    ["options", "keys"] + modes.map(\.topic) + ["manual"] + Subcommands.words
  }

  /// What a mode is for, how it is entered, and its keys.
  private static var modes:
    [(topic: String, words: String, keys: [(keys: String, summary: String)])]
  {
    let keyMap = KeyMap.standard
    return [
      (
        "triage",
        localized(
          """
          Keep or reject clips, each with one key: `flick --triage FOLDER`, or %s while you watch. No file \
          is touched before you apply that.
          """, keyMap.keyName(for: .triageMode) ?? ""), keyMap.triageSummaries
      ),
      (
        "overview",
        localized(
          "A sheet of thumbnails: `flick --view overview FOLDER`, or %s while you watch.",
          keyMap.keyName(for: .overview) ?? ""), OverviewKey.summaries
      ),
      (
        "excerpts",
        localized(
          """
          Where something happens in a clip of more than three minutes: `flick --excerpts 8 FOLDER`, or %s \
          while you watch.
          """, keyMap.keyName(for: .excerpts) ?? ""),
        keyMap.summaries(of: [.nextClip, .previousClip, .excerpts, .film])
      ),
    ]
  }

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
      if let mode = Self.modes.first(where: { $0.topic == topic }) {
        let words = CleanText(mode.words).wrapped(toColumns: Self.columns).map(\.string)
        text = words.joined(separator: "\n") + "\n\n" + Self.table(mode.keys)
        break
      }
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
