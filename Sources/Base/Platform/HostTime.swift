import Glibc

/// The host's monotonic clock (`CLOCK_MONOTONIC`), in seconds since an arbitrary start.
package enum HostTime {
  /// The time now, in seconds.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The processor time the calling thread has used (`CLOCK_THREAD_CPUTIME_ID`), in seconds.
  package static var thread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
