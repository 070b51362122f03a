import CPlatform
import Glibc

package struct ChildProcess: Sendable {
  let id: pid_t
  /// Whether it is a job of its own.
  let isJob: Bool

  /// Where a program runs. It inherits no open files.
  package enum Place: Hashable, Sendable {
    /// In a session of its own, so that neither the terminal nor its signals reach it. Its input is
    /// empty, its output is discarded.
    case background
    /// In the job of this process, with its terminal as input and output.
    case terminal
    /// With these descriptors as input, output and errors. If it may ask, it gets the terminal, as a
    /// job of its own, until `takeTerminalBack`; where this process has none to give, it stays in its
    /// job. Otherwise, it is in a session of its own.
    case piped(input: Int32, output: Int32, errors: Int32, asks: Bool)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its name, which is looked up in `PATH`.
  ///   - arguments: Its arguments, byte for byte; no shell is involved.
  ///   - place: Where it runs.
  ///   - environment: Its environment variables.
  /// - Throws: Why it could not be started.
  package static func start(
    _ program: String, arguments: [[UInt8]], in place: Place, environment: [String: String]
  ) throws(SystemError) -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var newSession = false
    var terminal: Int32 = -1
    defer { if terminal >= 0 { close(terminal) } }
    switch place {
    case .background, .terminal:
      newSession = place == .background
      posix_spawn_file_actions_addopen(
        &actions, 0, newSession ? "/dev/null" : "/dev/tty", O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    case .piped(let input, let output, let errors, let asks):
      newSession = !asks
      terminal = asks ? JobControl.openTerminal() : -1
      if terminal >= 0 { flick_spawn_takes_terminal(&actions, terminal) }
      for (number, descriptor) in [input, output, errors].enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
    }
    flick_spawn_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // POSIX_SPAWN_SETSID, missing from the overlay.
    let session: Int32 = newSession ? 0x80 : 0
    let group = terminal >= 0 ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(session | group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var argv =
      [strdup(program)] + arguments.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for string in argv + envp { free(string) }
    }
    var id: pid_t = 0
    let failure = posix_spawnp(&id, program, &actions, &attributes, &argv, &envp)
    guard failure == 0 else {
      if terminal >= 0 { tcsetpgrp(terminal, getpgrp()) }
      throw SystemError(number: failure)
    }
    if terminal >= 0 { flick_lend_terminal(id) }
    return ChildProcess(id: id, isJob: terminal >= 0)
  }

  /// The exit status, or 128 plus the signal that ended it; `nil` while it runs. The process is
  /// reaped once its status has been returned.
  package func poll() -> Int32? {
    var status: Int32 = 0
    let result = waitpid(id, &status, WNOHANG)
    if result == 0 || result < 0 && errno == EINTR { return nil }
    return result == id ? Self.meaning(of: status) : 0
  }

  private static func meaning(of status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Waits for the process on a separate thread, so that the system can reap it.
  ///
  /// - Parameters:
  ///   - beforeReaping: Called on that thread when it has ended, and its number is not yet free.
  ///   - onEnd: Called with the exit status, or 128 plus the signal that ended it.
  package func waitInBackground(
    beforeReaping: @escaping @Sendable () -> Void = {},
    _ onEnd: @escaping @Sendable (Int32) -> Void = { _ in }
  ) {
    let id = id
    _ = WorkerThread(name: "child", niceness: 10) {
      var information = siginfo_t()
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      beforeReaping()
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      onEnd(Self.meaning(of: status))
    }
  }

  /// Waits likewise, and returns the same.
  package func wait(beforeReaping: @escaping @Sendable () -> Void = {}) async -> Int32 {
    await withCheckedContinuation { continuation in
      waitInBackground(beforeReaping: beforeReaping) { continuation.resume(returning: $0) }
    }
  }

  package func signal(_ number: Int32) { kill(id, number) }
}
