import ArgumentParser
import Models
import Platform

/// Shell completions, for `flick --generate-completion-script SHELL`.
enum CompletionScript {
  private static let option = "--generate-completion-script"

  /// Writes the requested script.
  ///
  /// - Parameter arguments: Those of the program.
  /// - Returns: The exit status; `nil` if none is requested.
  static func run(_ arguments: [String]) throws(Failure) -> Int32? {
    guard let first = arguments.first, first.hasPrefix(option) else { return nil }
    let words = first.split(separator: "=", maxSplits: 1).map(String.init) + arguments.dropFirst()
    guard words.first == option else { return nil }
    let program = try ProgramDescription()
    let text: String
    switch words.dropFirst().first {
    case "bash": text = BashCompletion(program: program).text
    case "zsh": text = ZshCompletion(program: program).text
    case "fish": text = FishCompletion(program: program).text
    default:
      throw Failure(localized("%s takes bash, zsh or fish", option), status: ExitStatus.usage)
    }
    return Console.output(Array(text.utf8))
  }
}
