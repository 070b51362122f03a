import FeedCore
import Settings
import TerminalUI

/// The manual page, in the mdoc language (mdoc(7)).
struct ManualPage {
  let program: ProgramDescription

  /// Writes the page of a program.
  init(_ program: ProgramDescription) {
    self.program = program
  }

  var text: String {
    """
    .Dd \(Version.date)
    .Dt FLICK 1
    .Os flick \(Version.current)
    .\\" No word is split: what a command takes is to be copied.
    .hla none
    .Sh NAME
    .Nm flick
    .Nd swipe through video in a terminal
    .Sh SYNOPSIS
    .Nm
    .Op Ar options
    .Op Ar path | url | playlist | Fl
    .Ar ...
    \(program.subcommands.map(synopsis).joined(separator: "\n"))
    .Sh DESCRIPTION
    \(ManualText.description)
    .Sh KEYS
    \(keys)
    .Sh FILTER CONDITIONS
    \(Self.prose(ManualText.filters))
    \(rows(Condition.Use.allCases.map { ("is:\($0.rawValue)", $0.summary) }, "Cm"))
    \(rows(ManualText.conditions, "Cm"))
    .Sh OPTIONS
    \(sections)
    .Sh COMMANDS
    A folder of one of these names is played by its path:
    .Ql flick ./still .
    \(program.subcommands.map(commandText).joined(separator: "\n"))
    .Sh CONFIGURATION
    \(Self.prose(ManualText.configuration))
    .Bd -literal -offset indent
    \(Self.literal(ManualText.sample))
    .Ed
    .Pp
    \(Self.prose(ManualText.options))
    .Ss Keys
    \(Self.prose(ManualText.keys))
    \(rows(KeyMap.standard.lines().map { ($0.keys.joined(separator: ", "), $0.action) }))
    .Sh ENVIRONMENT
    \(rows(ManualText.environment, "Ev"))
    .Sh FILES
    \(rows(ManualText.files, "Pa"))
    .Sh EXIT STATUS
    \(rows(ExitStatus.meanings.map { ($0.status, $0.meaning) }))
    .Sh SIGNALS
    \(Self.prose(ManualText.signals))
    .Sh EXAMPLES
    \(examples)
    .Sh SEE ALSO
    .Xr ffmpeg 1 ,
    .Xr mpv 1
    """
  }

  private func synopsis(_ command: CommandDescription) -> String {
    let arguments = command.positionals.map { argument in
      "\(argument.isOptional ? ".Op Ar " : ".Ar ")\(argument.valueName ?? "file")"
        + (argument.isRepeating ? " ..." : "")
    }
    // With an argument, `.Nm` begins a line of its own.
    return ([".Nm flick", ".Cm \(command.commandName)", ".Op Ar options"] + arguments)
      .joined(separator: "\n")
  }

  private var keys: String {
    let keyMap = KeyMap.standard
    return rows(keyMap.summaries) + "\n.Pp\nWith triage on:\n" + rows(keyMap.triageSummaries)
      + "\n.Pp\nIn the overview:\n" + rows(OverviewKey.summaries)
  }

  private var examples: String {
    ManualText.examples.map { purpose, commands in
      let lines = commands.split(separator: "\n").map { ".Dl \(Self.quoted(String($0)))" }
      return "\(purpose):\n.Pp\n\(lines.joined(separator: "\n"))"
    }.joined(separator: "\n.Pp\n")
  }

  /// A list of words and what they mean.
  ///
  /// - Parameter kind: The macro for the words, separated by commas; `nil` for keys, which mdoc would
  ///   take for punctuation.
  private func rows(_ rows: ManualText.Rows, _ kind: String? = nil) -> String {
    let items = rows.map { keys, summary in
      let words = kind.map { "\($0) \(Self.literal(keys.replacing(", ", with: " , ")))" }
      return ".It \(words ?? Self.quoted(keys))\n\(Self.escaped(summary))"
    }
    let longest = rows.map(\.keys.count).max() ?? 0
    return ".Bl -tag -width \(longest > 20 ? "Ds" : "\(longest)n") -compact\n"
      + items.joined(separator: "\n") + "\n.El"
  }

  /// The player's options by section, in the order in which sections first occur.
  private var sections: String {
    var titles: [String] = []
    for option in program.root.options where !titles.contains(option.sectionTitle ?? "Other") {
      titles.append(option.sectionTitle ?? "Other")
    }
    return titles.map { title in
      let options = program.root.options.filter { ($0.sectionTitle ?? "Other") == title }
      return ".Ss \(title)\n" + list(options)
    }.joined(separator: "\n")
  }

  private func commandText(_ command: CommandDescription) -> String {
    let words = [command.abstract, command.discussion].compactMap(\.self).map { Self.prose($0) }
    let arguments = command.positionals + command.options
    let options = arguments.isEmpty ? [] : [list(arguments)]
    return ([".Ss flick \(command.commandName)"] + [words.joined(separator: "\n.Pp\n")] + options)
      .joined(separator: "\n")
  }

  private func list(_ options: [CommandDescription.Argument]) -> String {
    let items = options.map { option in
      let names = option.spellings.map { "Fl \(Self.literal(String($0.dropFirst())))" }
      let value = option.value.map { "Ar \(Self.literal($0))" }
      let head = [names.isEmpty ? nil : names.joined(separator: " , "), value].compactMap(\.self)
      return ".It \(head.joined(separator: " "))\n\(words(option))"
    }
    return ".Bl -tag -width Ds\n\(items.joined(separator: "\n"))\n.El"
  }

  private func words(_ option: CommandDescription.Argument) -> String {
    var text = option.abstract ?? ""
    if option.value != nil, case .words(let words) = option.values {
      text += " It is one of \(words.joined(separator: ", "))."
    }
    text += option.defaultValue.map { " The default is \($0)." } ?? ""
    return Self.escaped(text)
  }

  /// Paragraphs, separated by empty lines.
  private static func prose(_ text: String) -> String {
    text.split(separator: "\n\n").map { escaped(String($0)) }.joined(separator: "\n.Pp\n")
  }

  /// Text in which nothing is taken for a macro: each sentence begins a line, as mdoc requires.
  private static func escaped(_ text: String) -> String {
    let line = text.split(separator: "\n").joined(separator: " ")
    return line.replacing(". ", with: ".\n").split(separator: "\n")
      .flatMap { literal(String($0)).wrapped(columns: 78) }
      .map { line in line.hasPrefix(".") ? "\\&\(line)" : line }
      .joined(separator: "\n")
  }

  /// A macro's argument, quoted so that it is not taken for another macro or for punctuation.
  private static func quoted(_ text: String) -> String { "\"\\&\(literal(text))\"" }

  /// Text that can be copied into a shell: roff would show typographic dashes and quotes.
  private static func literal(_ text: String) -> String {
    text.map { escapes[$0] ?? String($0) }.joined()
  }

  private static let escapes: [Character: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "\"": "\\(dq", "^": "\\(ha",
    "~": "\\(ti", "\u{2026}": "\\[u2026]",
  ]
}
