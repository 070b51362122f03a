import ArgumentParser
import Glibc
import Models
import Platform

/// Output before the terminal is taken, or where it never is.
enum Console {
  /// Whether standard error is a terminal.
  static var isErrorWatched: Bool { isatty(STDERR_FILENO) == 1 }

  /// Prints the parser's message: help and version as requested, or an error.
  ///
  /// - Parameters:
  ///   - arguments: What was parsed.
  ///   - answer: Replaces the parser's message.
  /// - Returns: The exit status.
  static func explain(
    _ error: any Error, by command: any ParsableCommand.Type, _ arguments: [String],
    instead answer: (String) -> String? = { _ in nil }
  ) -> Int32 {
    if let failure = error as? Failure { return fail(failure) }
    let status = command.exitCode(for: error).rawValue
    guard status == ExitStatus.success else {
      let name = command == FlickCommand.self ? nil : command.configuration.commandName
      let help = ["flick", name, "--help"].compactMap(\.self).joined(separator: " ")
      let problem = UsageHint.problem(error, in: command, arguments)
      report("\(problem)\n\(localized("See `%s`.", help))")
      return status
    }
    let own = command.fullMessage(for: error)
    // The terminal is not taken yet: help goes wherever the shell sends it.
    return Self.answer("\(answer(own) ?? own)\n")
  }

  /// Prints why the program ends.
  ///
  /// - Returns: The exit status.
  static func fail(_ failure: Failure) -> Int32 {
    for message in failure.messages { report(message) }
    return failure.status
  }

  /// Prints a message to standard error, on a line of its own.
  static func report(_ message: String) {
    show("flick: \(clean(message))\n")
  }

  /// Writes text to standard error unchanged.
  static func show(_ text: String) {
    try? Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes the requested output to standard output completely, or reports an error.
  ///
  /// - Returns: The exit status.
  static func output(_ bytes: [UInt8]) -> Int32 {
    do throws(SystemError) {
      try Descriptor.write(bytes, to: STDOUT_FILENO)
      return ExitStatus.success
    } catch {
      return fail(
        Failure(localized("standard output: %s", error), status: ExitStatus.cannotCreate))
    }
  }

  /// Writes lines for other programs to standard output: as they are, unless a terminal would obey what
  /// names contain.
  ///
  /// - Returns: The exit status.
  static func list(_ bytes: [UInt8]) -> Int32 {
    guard isatty(STDOUT_FILENO) == 1 else { return output(bytes) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return output(
      Array(lines.map { CleanText(bytes: Array($0)).string }.joined(separator: "\n").utf8))
  }

  /// Writes the requested lines to standard output, made safe to print.
  ///
  /// - Returns: The exit status.
  static func answer(_ text: String) -> Int32 { output(Array(clean(text).utf8)) }

  /// Several lines, made safe to print whatever was interpolated into them.
  private static func clean(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { CleanText(String($0)).string }
      .joined(separator: "\n")
  }
}
