import FoundationEssentials
import Glibc
import Models
import Platform

/// The process that fetches a page, as the program sees it.
final class FetchProcess: Sendable {
  private struct State {
    /// As long as it may be sent a signal: until it is waited for.
    var process: pid_t?
    var isStopped = false
  }

  private let state = Lock(State())

  /// Starts it, and tells an exchange what it tells.
  ///
  /// - Parameters:
  ///   - executable: The program that becomes it; see `FetchProgram`.
  ///   - request: What to ask.
  ///   - exchange: Hears of everything, the end included.
  init(_ executable: String, _ request: FetchRequest, telling exchange: WebExchange) {
    _ = WorkerThread(name: "fetch-page") { self.serve(executable, request, exchange) }
  }

  /// Ends it at once.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let process = state.process { kill(process, SIGKILL) }
    }
  }

  private func serve(_ executable: String, _ request: FetchRequest, _ exchange: WebExchange) {
    let connection: Int32
    do throws(SystemError) {
      connection = try start(executable, request)
    } catch {
      return exchange.fail(
        .system(error.number), .localized("the process that fetches cannot be started"))
    }
    var records = FetchRecords()
    var isOver = false
    while !isOver, !records.isBroken {
      let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(Glibc.read(connection, buffer.baseAddress, 65_536), 0)
      }
      if piece.isEmpty { break }
      for record in records.take(piece) {
        isOver = record == .end
        exchange.receive(record)
      }
      isOver = isOver || exchange.isOver
    }
    close(connection)
    exchange.breakOff()
    stop()
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    var status: Int32 = 0
    if let process { while waitpid(process, &status, 0) < 0, errno == EINTR {} }
  }

  /// - Returns: The connection to it, without which it ends.
  /// - Throws: Why there is no process.
  private func start(
    _ executable: String, _ request: FetchRequest
  ) throws(SystemError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(number: errno) }
    defer { close(ends[1]) }
    var bytes: [UInt8] = (try? JSONEncoder().encode(request)).map { Array($0) } ?? []
    bytes.append(0x0A)
    // Far less than waits in a socket until it is read.
    _ = bytes.withUnsafeBytes { send(ends[0], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    do throws(SystemError) {
      try state.withLock { state throws(SystemError) in
        guard !state.isStopped else { throw SystemError(number: ECANCELED) }
        state.process = try Self.spawn(executable, connection: ends[1])
      }
    } catch {
      close(ends[0])
      throw error
    }
    return ends[0]
  }

  private static func spawn(
    _ executable: String, connection: Int32
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, connection, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, connection, STDOUT_FILENO)
    // What Foundation says when it ends belongs nowhere.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // A group of its own: the keys of the terminal are for the program.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var arguments: [UnsafeMutablePointer<CChar>?] =
      [strdup(executable), strdup(FetchProgram.argument), nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables().map { strdup($0) }
    environment.append(nil)
    defer {
      for string in arguments + environment { free(string) }
    }
    var process: pid_t = 0
    let failure = posix_spawn(
      &process, executable, &actions, &attributes, &arguments, &environment)
    guard failure == 0 else { throw SystemError(number: failure) }
    return process
  }

  /// The program's environment, without the backtraces of Swift, which take seconds.
  private static func variables() -> [String] {
    var variables = ["SWIFT_BACKTRACE=enable=no"]
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !text.hasPrefix("SWIFT_BACKTRACE=") { variables.append(text) }
      next += 1
    }
    return variables
  }
}
