import ArgumentParser
import Glibc
import Models
import Platform

/// What is said before the terminal is taken, or where it never is.
enum Console {
  /// Whether somebody watches what goes to standard error.
  static var isErrorWatched: Bool { isatty(STDERR_FILENO) == 1 }

  /// Prints what the parser has to say: help and version as asked for, or what is wrong.
  ///
  /// - Parameter answer: Says something else than the parser.
  /// - Returns: The exit status.
  static func explain(
    _ error: any Error, by command: any ParsableCommand.Type,
    instead answer: (String) -> String? = { _ in nil }
  ) -> Int32 {
    if let failure = error as? Failure { return fail(failure) }
    let status = command.exitCode(for: error).rawValue
    guard status == ExitStatus.success else {
      let name = command == FlickCommand.self ? nil : command.configuration.commandName
      let help = ["flick", name, "--help"].compactMap(\.self).joined(separator: " ")
      tell("\(UsageHint.problem(error, in: command))\n\(localized("See `%s`.", help))")
      return status
    }
    let own = command.fullMessage(for: error)
    // The terminal is not taken yet: help may go where the shell wants it.
    return Self.answer("\(answer(own) ?? own)\n")
  }

  /// Says why the program ends.
  ///
  /// - Returns: The exit status.
  static func fail(_ failure: Failure) -> Int32 {
    for message in failure.messages { tell(message) }
    return failure.status
  }

  /// Says something on standard error, on a line of its own.
  static func tell(_ message: String) {
    show("flick: \(clean(message))\n")
  }

  /// Writes on standard error as it stands.
  static func show(_ text: String) {
    try? Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes what was asked for, all of it, to standard output, or says what is wrong with that.
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

  /// Writes lines that were asked for to standard output, made safe to print.
  ///
  /// - Returns: The exit status.
  static func answer(_ text: String) -> Int32 { output(Array(clean(text).utf8)) }

  /// Several lines that are safe to print, whatever was interpolated into them.
  private static func clean(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { CleanText(String($0)).string }
      .joined(separator: "\n")
  }
}
