import Glibc

/// The host's monotonic clock (`CLOCK_MONOTONIC`), in seconds since an arbitrary start.
package enum HostTime {
  /// The time now, in seconds.
  package static var now: Double { seconds(of: CLOCK_MONOTONIC) }

  /// The CPU time of the calling thread (`CLOCK_THREAD_CPUTIME_ID`), in seconds.
  package static var thread: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
