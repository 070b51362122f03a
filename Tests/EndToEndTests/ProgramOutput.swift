import Glibc
import Models
import TestSupport

/// What the program writes where there is no terminal, as in a pipe.
struct ProgramOutput {
  let status: Int32
  let bytes: [UInt8]
  let error: String

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its command line.
  ///   - environment: What is added to or replaced in the private environment; `nil` removes.
  ///   - binary: The program; `nil` for the one built with the tests.
  ///   - redirection: What the shell puts in place of its descriptors.
  ///   - before: What the shell does then, with its semicolon.
  init(
    _ arguments: [String], environment: [String: String?] = [:], binary: String? = nil,
    redirection: String = "", before: String = ""
  ) throws {
    let folder = try ScratchFolder()
    let variables = FlickProcess.environment(home: folder.path, changes: environment)
    // The shell takes the error's place, which `Command` has no use for; setsid takes the terminal.
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

  /// Its lines, without an empty last one.
  var lines: [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }
}
