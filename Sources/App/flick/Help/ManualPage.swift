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
    .Dd \(ManualText.date)
    .Dt FLICK 1
    .Os
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
    .Sh OPTIONS
    \(sections)
    .Sh COMMANDS
    A folder of one of these names is played by its path:
    .Ql flick ./still .
    \(program.subcommands.map(commandText).joined(separator: "\n"))
    \(ManualText.end)
    """
  }

  private func synopsis(_ command: CommandDescription) -> String {
    let arguments = command.positionals.map { argument in
      "\(argument.isOptional ? ".Op Ar " : ".Ar ")\(argument.valueName ?? "file")"
    }
    // With an argument, `.Nm` begins a line of its own.
    return ([".Nm flick", ".Cm \(command.commandName)", ".Op Ar options"] + arguments)
      .joined(separator: "\n")
  }

  private var keys: String {
    let keyMap = KeyMap.standard
    return list(keyMap.summaries) + "\n.Pp\nWith triage on:\n" + list(keyMap.triageSummaries)
      + "\n.Pp\nIn the overview:\n" + list(OverviewKey.summaries)
  }

  private func list(_ keys: [(keys: String, summary: String)]) -> String {
    let items = keys.map { keys, summary in
      ".It \(Self.quoted(keys))\n\(Self.escaped(summary))"
    }
    return ".Bl -tag -width Ds -compact\n\(items.joined(separator: "\n"))\n.El"
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
    let words = [command.abstract, command.discussion].compactMap(\.self).map { Self.escaped($0) }
    let options = command.options.isEmpty ? [] : [list(command.options)]
    return ([".Ss flick \(command.commandName)"] + [words.joined(separator: "\n.Pp\n")] + options)
      .joined(separator: "\n")
  }

  private func list(_ options: [CommandDescription.Argument]) -> String {
    let items = options.map { option in
      let names = option.spellings.map { "Fl \($0.dropFirst().replacing("-", with: "\\-"))" }
      let value = option.value.map { " Ar \($0)" } ?? ""
      return ".It \(names.joined(separator: " , "))\(value)\n\(words(option))"
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

  /// Text in which nothing is taken for a macro: each sentence begins a line, as mdoc requires.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").split(separator: "\n")
      .flatMap { $0.replacing(". ", with: ".\n").split(separator: "\n") }
      .flatMap { $0.wrapped(columns: 78) }
      .map { line in line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line }
      .joined(separator: "\n")
  }

  /// A macro's argument, quoted so that it is not taken for another macro or for punctuation.
  private static func quoted(_ text: String) -> String {
    "\"\\&\(text.replacing("\\", with: "\\e").replacing("\"", with: "\"\""))\""
  }
}
