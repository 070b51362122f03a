import Glibc

/// Processor time, of all threads together, in seconds.
enum ProcessorTime {
  /// What this process has used.
  static var ofThisProcess: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// What a process has used; 0 if it has gone.
  static func of(_ process: pid_t) -> Double {
    var clock = clockid_t()
    return clock_getcpuclockid(process, &clock) == 0 ? read(clock) : 0
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
