import Glibc
import Models
import Platform

/// A process whose controlling terminal is a pseudo-terminal.
///
/// Started with `posix_spawn`, never with `fork`, because this process has threads. Thread-safe.
package final class PtyProcess: Sendable {
  /// How a process ended.
  package enum Exit: Hashable, Sendable {
    /// It returned or called `exit` with this status.
    case status(Int32)
    /// It was killed by this signal.
    case signal(Int32)
  }

  /// How it ended and the resources it used.
  package struct Result: Sendable {
    package let exit: Exit
    /// User and system time, in seconds.
    package let processorTime: Double
    /// Its peak memory, in bytes.
    package let peakResidentMemory: Int
  }

  package let processID: pid_t
  private let result = Lock<Result?>(nil)

  /// Starts a process as the leader of its own session.
  ///
  /// - Parameters:
  ///   - executable: The program; without a slash it is looked up in `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - paths: Further arguments, byte for byte: a path need not be valid UTF-8.
  ///   - environment: Its complete environment.
  ///   - pty: Its controlling terminal, standard input and output.
  ///   - standardError: A file for its standard error, emptied first; `nil` for the terminal.
  ///   - workingDirectory: Its working directory; `nil` for the current one.
  /// - Throws: `PtyError` if there is no such program.
  package init(
    _ executable: String, _ arguments: [String] = [], paths: [FilePath] = [],
    environment: [String: String], pty: Pty, standardError: String? = nil,
    workingDirectory: String? = nil
  ) throws(PtyError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A session leader without a controlling terminal gets the first terminal it opens without
    // O_NOCTTY; glibc calls setsid before it performs the actions.
    posix_spawn_file_actions_addopen(&actions, 0, pty.devicePath, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    if let standardError {
      posix_spawn_file_actions_addopen(
        &actions, 2, standardError, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that the test runner blocks or ignores must not affect the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which the overlay leaves out
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let command = workingDirectory.map { ["env", "-C", $0, executable] } ?? [executable]
    var argv =
      (command + arguments).map { strdup($0) } + paths.map { $0.withCString { strdup($0) } } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for string in argv + envp { free(string) }
    }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, command[0], &actions, &attributes, &argv, &envp)
    guard failure == 0 else { throw PtyError(call: "posix_spawn \(executable)", number: failure) }
    processID = process
  }

  deinit {
    if result.withLock({ $0 == nil }) {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
  }

  /// Sends a signal, unless the process has already been reaped.
  package func signal(_ number: Int32) {
    // Under the lock: once the process is reaped, its ID may belong to another one.
    result.withLock { result in
      if result == nil { kill(processID, number) }
    }
  }

  /// Its child processes, as procfs(5) lists them.
  package var children: [pid_t] { Self.children(of: processID) }

  /// The child processes of a process's first thread.
  package static func children(of process: pid_t) -> [pid_t] {
    let list = Command.contents(of: "/proc/\(process)/task/\(process)/children")
    return String(decoding: list, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
  }

  /// Whether it is the terminal's foreground process, as a shell is at its prompt.
  package var hasTerminal: Bool {
    // The sixth field after the name, which may contain anything, is the foreground process group.
    let status = String(decoding: Command.contents(of: "/proc/\(processID)/stat"), as: UTF8.self)
    let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 5 && pid_t(fields[5]) == processID
  }

  /// Checks whether the process has ended.
  package func poll() -> Result? {
    result.withLock { result in
      if let result { return result }
      var status: Int32 = 0
      var usage = rusage()
      guard wait4(processID, &status, WNOHANG, &usage) == processID else { return nil }
      let low = status & 0x7F
      let exit: Exit = low == 0 ? .status((status >> 8) & 0xFF) : .signal(low)
      let time = seconds(usage.ru_utime) + seconds(usage.ru_stime)
      result = Result(
        exit: exit, processorTime: time, peakResidentMemory: usage.ru_maxrss * 1_024)
      return result
    }
  }

  /// Waits until the process has ended.
  ///
  /// - Parameters:
  ///   - timeout: Seconds to wait.
  ///   - body: Called about every millisecond, to read from a process that still writes and would
  ///     never end otherwise.
  /// - Returns: `nil` if it is still running.
  package func wait(timeout: Double, while body: () -> Void = {}) -> Result? {
    let deadline = HostTime.now + timeout
    while true {
      body()
      if let result = poll() { return result }
      if HostTime.now > deadline { return nil }
      usleep(1_000)
    }
  }
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
}
