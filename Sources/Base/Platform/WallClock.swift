import Glibc

/// The date, as far as this machine knows it.
package enum WallClock {
  /// The time now, in seconds since 1970 (`CLOCK_REALTIME`).
  package static var now: Double { HostTime.seconds(of: CLOCK_REALTIME) }

  /// Seconds by which local time is ahead of UTC at a time.
  ///
  /// - Parameter seconds: Since 1970; 0 for what no calendar has.
  package static func timeZone(at seconds: Double) -> Int {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return 0 }
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
