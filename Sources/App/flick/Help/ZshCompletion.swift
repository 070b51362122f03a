/// Completion for zsh, using its `_arguments`.
struct ZshCompletion {
  let program: ProgramDescription

  /// The script, to be installed as `_flick` in a folder of `fpath`.
  var text: String {
    let functions = program.subcommands.map { command in
      """
      _flick_\(command.commandName)() {
      \(arguments(command))
      }
      """
    }
    let commands = program.subcommands.map { command in
      "    \(Self.quoted("\(command.commandName):\(command.abstract ?? "")"))"
    }
    return """
      #compdef flick
      # Completion of flick for zsh.

      _flick() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if ((CURRENT > 2)) && ((${+functions[_flick_$words[2]]})); then
          local command=$words[2]
          shift words
          ((CURRENT--))
          _flick_$command
          return
        fi
      \(arguments(program.root))
      }

      _flick_first() {
        ((CURRENT == 2)) && _describe -t commands command commands
        _files
      }

      \(functions.joined(separator: "\n\n"))

      _flick "$@"

      """
  }

  private func arguments(_ command: CommandDescription) -> String {
    let isRoot = command.commandName == program.root.commandName
    let options = command.options.flatMap { option in
      option.spellings.map { spelling in
        let text = (option.abstract ?? "").replacing("[", with: "\\[").replacing("]", with: "\\]")
        let value = option.value.map { ":\(escaped($0)):\(action(option.values))" } ?? ""
        return Self.quoted("\(option.isRepeating ? "*" : "")\(spelling)[\(text)]\(value)")
      }
    }
    let positionals = command.positionals.map { argument in
      let action = isRoot ? "_flick_first" : action(argument.values)
      return Self.quoted(
        "\(argument.isRepeating ? "*" : ""):\(escaped(argument.valueName ?? "")):\(action)")
    }
    let lines = (options + positionals).map { "    \($0)" }
    return "  _arguments -s -S \\\n" + lines.joined(separator: " \\\n")
  }

  private func action(_ values: CommandDescription.Argument.Values) -> String {
    switch values {
    case .anything: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.map(escaped).joined(separator: " ")))"
    }
  }

  /// Text in which colons are escaped.
  private func escaped(_ text: String) -> String { text.replacing(":", with: "\\:") }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
