import Platform

/// Ends what libav does on a connection when nobody wants it any more, or nothing comes.
///
/// Used by one thread at a time, together with its connection.
final class ConnectionWatch {
  /// Whether nobody wants what is being waited for.
  var isCalledOff: @Sendable () -> Bool = { false }
  /// How long nothing may come before the server counts as gone, in seconds.
  private let stallLimit: Double
  private var latest = HostTime.now

  init(stallLimit: Double) {
    self.stallLimit = stallLimit
  }

  var hasStalled: Bool { HostTime.now - latest > stallLimit }

  /// Counts the time without progress from now on.
  func noteProgress() { latest = HostTime.now }
}

// A file-scope function: a closure formed in a main-actor context would trap on another thread.
func shouldStopWaiting(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
  guard let opaque else { return 0 }
  let watch = Unmanaged<ConnectionWatch>.fromOpaque(opaque).takeUnretainedValue()
  return watch.isCalledOff() || watch.hasStalled ? 1 : 0
}
