import Glibc
import Platform

/// Runs commands that need no terminal.
package enum Command {
  /// Runs a command to completion, without input.
  ///
  /// - Parameters:
  ///   - executable: Its name, looked up in `PATH`, or its path.
  ///   - arguments: The arguments after the name.
  ///   - standardOutput: The file for its output, emptied first.
  /// - Returns: Its exit status, or 128 plus the number of the signal that killed it.
  /// - Throws: `PtyError` if it cannot be started.
  package static func run(
    _ executable: String, _ arguments: [String], standardOutput: String = "/dev/null"
  ) throws(PtyError) -> Int32 {
    try measure(executable, arguments, standardOutput: standardOutput).status
  }

  /// What a command took.
  package struct Cost: Sendable {
    /// Its exit status, or 128 plus the number of the signal that killed it.
    package var status: Int32
    /// Until it ended, in seconds.
    package var time: Double
    /// The most memory that it, or one that it waited for, had, in bytes.
    package var memory: Int
  }

  /// Runs a command likewise, and says what it took.
  package static func measure(
    _ executable: String, _ arguments: [String], standardOutput: String = "/dev/null"
  ) throws(PtyError) -> Cost {
    let start = HostTime.now
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, standardOutput, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var argv = ([executable] + arguments).map { strdup($0) } + [nil]
    defer {
      for string in argv { free(string) }
    }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, executable, &actions, nil, &argv, environ)
    guard failure == 0 else { throw PtyError(call: "posix_spawn \(executable)", number: failure) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    return Cost(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
      time: HostTime.now - start, memory: usage.ru_maxrss * 1_024)
  }

  /// Whether a command of this name is installed.
  package static func isInstalled(_ executable: String) -> Bool {
    (try? run("sh", ["-c", "command -v \"$0\"", executable])) == 0
  }

  /// The contents of a file; empty if it cannot be read.
  package static func contents(of path: String) -> [UInt8] {
    guard let stream = fopen(path, "re") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, stream)
      }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}
