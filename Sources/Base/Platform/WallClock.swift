import Glibc

package enum WallClock {
  /// The current time, in seconds since 1970 (`CLOCK_REALTIME`).
  package static var now: Double { HostTime.seconds(of: CLOCK_REALTIME) }

  /// The offset of local time from UTC at a time, in seconds.
  ///
  /// - Parameter seconds: Since 1970; 0 is returned for values outside the calendar.
  package static func timeZone(at seconds: Double) -> Int {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return 0 }
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
