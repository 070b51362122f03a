/// Completion for bash, using its `compgen`.
struct BashCompletion {
  let program: ProgramDescription

  var text: String {
    let cases = program.subcommands.map { command in
      "  \(command.commandName))\n\(settings(command))    ;;\n"
    }
    return """
      # Completion of flick for bash.

      _flick() {
        local current=$2 previous=$3 command= options= values= words= kind=
        COMPREPLY=()
        # The shell parts --option=value in three.
        [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
        [[ $current == = ]] && current=
        ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
        case $command in
      \(cases.joined())  *)
          command=
      \(settings(program.root))    ;;
        esac
        case $kind in
        words)
          COMPREPLY=($(compgen -W "$words" -- "$current"))
          return
          ;;
        folders)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -d -- "$current")
          return
          ;;
        nothing) return ;;
        esac
        if [[ $kind != files && $current == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
          return
        fi
        [[ -z $kind && -n $values ]] && COMPREPLY=($(compgen -W "$values" -- "$current"))
        if [[ -z $command && COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W "\(program.subcommands.map(\.commandName).joined(separator: " "))" \
      -- "$current"))
        fi
        [[ $kind == files || -z $values ]] || return
        compopt -o filenames
        local names
        mapfile -t names < <(compgen -f -- "$current")
        COMPREPLY+=("${names[@]}")
      }

      complete -F _flick flick

      """
  }

  /// Sets the completions that follow a command's words.
  private func settings(_ command: CommandDescription) -> String {
    let spellings = command.options.flatMap(\.spellings)
    let cases = command.options.compactMap { option -> String? in
      guard option.value != nil else { return nil }
      let names = option.spellings.joined(separator: "|")
      switch option.values {
      case .words(let words):
        return "\(names)) kind=words words='\(words.joined(separator: " "))' ;;"
      case .files: return "\(names)) kind=files ;;"
      case .folders: return "\(names)) kind=folders ;;"
      case .anything: return "\(names)) kind=nothing ;;"
      }
    }
    var lines = ["options='\(spellings.joined(separator: " "))'"]
    switch command.positionals.first?.values {
    case .words(let words)?: lines.append("values='\(words.joined(separator: " "))'")
    case .folders?: lines.append("kind=folders")
    case nil: lines.append("values=' '")
    default: break
    }
    if !cases.isEmpty { lines += ["case $previous in"] + cases + ["esac"] }
    if command.positionals.first?.values == .folders {
      lines.append("[[ $current == -* && $kind == folders ]] && kind=")
    }
    return lines.map { "    \($0)\n" }.joined()
  }
}
