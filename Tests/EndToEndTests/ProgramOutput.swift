import Glibc
import Models
import TestSupport

/// The output of the program without a terminal, as in a pipe.
struct ProgramOutput {
  let status: Int32
  let bytes: [UInt8]
  let error: String

  /// Runs the program until it exits.
  ///
  /// - Parameters:
  ///   - arguments: Its command line.
  ///   - environment: Variables to add to or replace in the private environment; `nil` removes one.
  ///   - binary: The program; `nil` for the one built with the tests.
  ///   - redirection: Redirections for the shell to apply.
  ///   - before: Shell commands to run first, with a trailing semicolon.
  init(
    _ arguments: [String], environment: [String: String?] = [:], binary: String? = nil,
    redirection: String = "", before: String = ""
  ) throws {
    let folder = try ScratchFolder()
    let variables = FlickProcess.environment(home: folder.path, changes: environment)
    // The shell redirects standard error, which `Command` does not need; setsid detaches the
    // terminal.
    status = try Command.run(
      "setsid",
      ["-w", "env", "-i"] + variables.map { "\($0.key)=\($0.value)" }
        + [
          "sh", "-c", "exec 2> \"$0\" \(redirection); \(before) exec \"$@\"", folder.file("error"),
        ]
        + [binary ?? FlickProcess.binary] + arguments,
      standardOutput: folder.file("output"))
    bytes = Command.contents(of: folder.file("output"))
    error = String(decoding: Command.contents(of: folder.file("error")), as: UTF8.self)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Its lines, without a trailing empty one.
  var lines: [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }
}
