import Glibc
import Models
import TestSupport

/// A process in made-up time: the program as it is shipped, on a host that the simulation makes up
/// (docs/decisions/tests-simulation.md).
///
/// It runs until nothing in it can go on, and then asks what time it is.
final class Machine {
  /// What the process asks when nothing in it can go on. Times are nanoseconds.
  struct Question {
    var now: UInt64
    /// When it would go on by itself; `UInt64.max` for never.
    var nextDeadline: UInt64
    /// Whether it has written to its terminal since the last question.
    var hasWritten: Bool
    /// The other ends of the program that it is starting.
    var pipes: Pipes?
    /// Which of its programs got a signal, as bits.
    var signalled: UInt64
  }

  /// The folder of a sitting, as its process names it.
  static let folder = "/proc/self/fd/4"

  /// How long the process may run, in seconds of real time, without waiting for anything: it hangs.
  private static let patience = 120

  private let process: pid_t
  private let world: Int32
  private let terminal: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: It is the current one, and `Machine.folder` in paths: so that these are the same in all
  ///     sittings, wherever they are.
  ///   - seed: Decides which of its threads goes on where several can, and all chance.
  ///   - time: What its monotonic clock shows, in nanoseconds.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], in folder: String,
    size: CellSize, seed: UInt64, time: UInt64
  ) throws {
    let (world, asked) = try Self.connectedPair()
    let (terminal, shown) = try Self.connectedPair()
    defer {
      close(asked)
      close(shown)
    }
    var environment = environment
    environment["LD_PRELOAD"] = "\(Self.ownFolder)/libsimulatedhost.so"
    environment["FLICK_WORLD"] = "3"
    environment["FLICK_FOLDER"] = "4"
    environment["FLICK_TERMINAL"] = "0,\(size.columns),\(size.rows)"
    environment["FLICK_SEED"] = "\(seed)"
    environment["FLICK_TIME"] = "\(time)"
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_adddup2(&actions, shown, descriptor)
    }
    posix_spawn_file_actions_adddup2(&actions, asked, 3)
    posix_spawn_file_actions_addopen(&actions, 4, folder, O_RDONLY | O_DIRECTORY, 0)
    var process = pid_t()
    let lines = environment.map { "\($0)=\($1)" }.sorted()
    let problem = Self.withCStrings([program] + arguments) { arguments in
      Self.withCStrings(lines) { posix_spawn(&process, program, &actions, nil, arguments, $0) }
    }
    guard problem == 0 else { throw Failure("cannot start \(program): error \(problem)") }
    self.process = process
    self.world = world
    self.terminal = terminal
    _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(world, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(world)
    close(terminal)
  }

  /// The folder of the simulator itself, where what it needs is built, too.
  static let ownFolder: String = {
    let program = realpath("/proc/self/exe", nil)
    defer { free(program) }
    let path = program.map { String(cString: $0) } ?? CommandLine.arguments[0]
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }()

  private static func connectedPair() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure("no socket: \(errno)") }
    return (ends[0], ends[1])
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// Waits until nothing in the process can go on; `nil` if it has ended. One that hangs is ended.
  func question() -> Question? {
    var words: [UInt64] = [0, 0, 0, 0, 0]
    let count = recv(world, &words, 40, Int32(MSG_WAITALL))
    guard count == 40 else {
      if count < 0 { kill() }
      return nil
    }
    return Question(
      now: words[0], nextDeadline: words[1], hasWritten: words[2] != 0,
      pipes: words[3] == 0 ? nil : Pipes(of: process), signalled: words[4])
  }

  /// Has the process go on.
  ///
  /// - Parameters:
  ///   - now: The time, in nanoseconds.
  ///   - quietUntil: Until when it need not ask if it writes nothing.
  ///   - size: The new size of its terminal; `nil` if that stays.
  ///   - isDiskFull: Whether its files can grow no more.
  ///   - ended: Which of its programs have ended, as bits.
  func answer(
    now: UInt64, quietUntil: UInt64, size: CellSize? = nil, isDiskFull: Bool = false,
    ended: UInt64 = 0
  ) {
    var words: [UInt64] = [
      now, quietUntil, UInt64(size?.columns ?? 0) | UInt64(size?.rows ?? 0) << 32,
      isDiskFull ? 1 : 0, ended,
    ]
    _ = send(world, &words, 40, Int32(MSG_NOSIGNAL))
  }

  /// What it has written to its terminal, as far as the terminal takes it.
  func read(atMost limit: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(limit, 0))
    let count = Glibc.read(terminal, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// What its terminal sends it.
  func write(_ bytes: [UInt8]) {
    _ = send(terminal, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// What a process uses of the machine.
  struct Usage {
    var descriptors = 0
    var threads = 0
    /// Bytes in memory.
    var memory = 0

    /// Far above what a sitting takes, and far below what would be felt.
    var isWithinLimits: Bool { descriptors < 160 && threads < 40 && memory < 400 << 20 }
  }

  var usage: Usage {
    func count(_ folder: String) -> Int {
      guard let stream = opendir("/proc/\(process)/\(folder)") else { return 0 }
      defer { closedir(stream) }
      var count = -2
      while readdir(stream) != nil { count += 1 }
      return count
    }
    let pages = String(decoding: Command.contents(of: "/proc/\(process)/statm"), as: UTF8.self)
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return Usage(descriptors: count("fd"), threads: count("task"), memory: (pages ?? 0) << 12)
  }

  /// Ends it at once, as a crash does.
  func kill() { _ = Glibc.kill(process, SIGKILL) }

  /// How it ended: its exit status, or the negative number of the signal that ended it.
  func waitUntilEnded() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : -signal
  }
}
