import Glibc
import Models
import Platform

/// What the system lets the process have. Where it is too little, libraries would wait for ever or
/// end the process: it is looked at before any of them begins (docs/decisions/terminal-restoring.md).
enum ProcessLimits {
  /// Something there is too little of.
  struct Shortage {
    /// What, and how much is needed.
    let words: CleanText
    /// What the user may type to get more.
    let command: CleanText
  }

  /// Wakeups, signals, the terminal, sound, and a window of clips take some forty.
  private static let neededFiles: rlim_t = 64
  /// libav alone is 200 MB of address space, each thread has 8 MB, and a small clip takes the rest.
  private static let neededMemory: rlim_t = 512 << 20
  /// The start has fifteen, sound, a web server and decoders some more.
  private static let neededThreads = 24

  /// Looks for a limit that is too low. That of open files is raised first, as far as is allowed.
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

  /// Sees to it that no limit is too low.
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

  /// The limit in force, if it is too low.
  private static func limit(_ resource: __rlimit_resource, below needed: rlim_t) -> rlim_t? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur < needed
    else { return nil }
    return limit.rlim_cur
  }
}
