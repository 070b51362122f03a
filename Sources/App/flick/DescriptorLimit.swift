import Glibc

/// How many files the process may hold open at once.
enum DescriptorLimit {
  /// Wakeups, signals, the terminal, sound, and a window of clips take some forty.
  static let needed: rlim_t = 64

  /// Raises the soft limit to what is needed, as far as the hard limit allows.
  ///
  /// - Returns: The limit in force, if it is too low.
  static func raise() -> rlim_t? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    guard limit.rlim_cur < needed else { return nil }
    limit.rlim_cur = min(needed, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return limit.rlim_cur < needed ? limit.rlim_cur : nil
  }
}
