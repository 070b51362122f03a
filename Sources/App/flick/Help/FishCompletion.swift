/// Completion for fish, using its `complete`.
struct FishCompletion {
  let program: ProgramDescription

  var text: String {
    let words = program.subcommands.map(\.commandName).joined(separator: " ")
    let commands = program.subcommands.map { command in
      """
      complete -c flick -n 'test (count (commandline -opc)) -eq 1' -a \(command.commandName) \
      -d \(quoted(command.abstract ?? ""))
      """
    }
    return
      ([
        """
        # Completion of flick for fish.

        function __flick_is --description 'Whether a sub-command is being typed; root for none'
            set -l words (commandline -opc)
            if test (count $words) -gt 1; and contains -- $words[2] \(words)
                test $words[2] = $argv[1]
            else
                test root = $argv[1]
            end
        end

        """
      ] + commands + lines(program.root, condition: "root")
      + program.subcommands.flatMap { lines($0, condition: $0.commandName) })
      .joined(separator: "\n") + "\n"
  }

  private func lines(_ command: CommandDescription, condition: String) -> [String] {
    let start = "complete -c flick -n '__flick_is \(condition)'"
    let options = command.options.map { option in
      let names = option.spellings.map { name in
        name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
      }
      let value = option.value == nil ? "" : " \(arguments(option.values))"
      return "\(start) \(names.joined(separator: " "))\(value) -d \(quoted(option.abstract ?? ""))"
    }
    let positionals = command.positionals.map { argument -> String in
      switch argument.values {
      case .words, .folders: "\(start) \(arguments(argument.values).replacing("-r ", with: ""))"
      case .anything, .files: "\(start) -F"
      }
    }
    return options + (positionals.isEmpty ? ["\(start) -f"] : positionals)
  }

  private func arguments(_ values: CommandDescription.Argument.Values) -> String {
    switch values {
    case .anything: "-r -f"
    case .files: "-r -F"
    case .folders: "-r -f -a '(__fish_complete_directories)'"
    case .words(let words): "-r -f -a \(quoted(words.joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
