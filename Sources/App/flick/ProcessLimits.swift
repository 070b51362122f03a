import Glibc
import Models
import Platform

/// The system's limits for the process. If one is too low, libraries would hang or end the process,
/// so limits are checked before any library starts (docs/decisions/terminal-restoring.md).
enum ProcessLimits {
  /// A limit that is too low.
  struct Shortage {
    /// The resource, and how much is needed.
    let words: CleanText
    /// A command that raises the limit.
    let command: CleanText
  }

  /// Wakeups, signals, the terminal, sound, and a window of clips take about forty.
  private static let neededFiles: rlim_t = 64
  /// libav alone takes 200 MB of address space, each thread 8 MB, and a small clip the rest.
  private static let neededMemory: rlim_t = 512 << 20
  /// The start takes fifteen; sound, a web server and decoders take some more.
  private static let neededThreads = 24

  /// Finds a limit that is too low. The limit on open files is first raised as far as allowed.
  static func shortage() -> Shortage? {
    raiseFiles()
    if let files = limit(RLIMIT_NOFILE, below: neededFiles) {
      return Shortage(
        words: .localized(
          "the limit is %1$s open files; flick needs %2$s", files, neededFiles),
        command: "ulimit -n \(neededFiles)")
    }
    if let memory = limit(RLIMIT_AS, below: neededMemory) {
      return Shortage(
        words: .localized(
          "the limit is %1$s KB of memory; flick needs %2$s", memory >> 10,
          neededMemory >> 10),
        command: "ulimit -v \(neededMemory >> 10)")
    }
    let threads = WorkerThread.possibleCount(upTo: neededThreads)
    guard threads < neededThreads else { return nil }
    return Shortage(
      words: .localized(
        "flick needs %1$s threads; the limit is %2$s", neededThreads, threads),
      command: "ulimit -u unlimited")
  }

  /// Throws if a limit is too low.
  static func check() throws(Failure) {
    guard let shortage = shortage() else { return }
    throw Failure(
      localized("%1$s. Raise it with `%2$s`.", shortage.words, shortage.command),
      status: ExitStatus.software)
  }

  private static func raiseFiles() {
    guard limit(RLIMIT_NOFILE, below: neededFiles) != nil else { return }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(neededFiles, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// The current limit, if it is too low.
  private static func limit(_ resource: __rlimit_resource, below needed: rlim_t) -> rlim_t? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur < needed
    else { return nil }
    return limit.rlim_cur
  }
}
