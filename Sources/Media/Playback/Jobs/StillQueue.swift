import Models

/// Single frames. Of small ones, as requested by the seek bar while the pointer moves over it, only
/// the newest is made; full-size ones are queued, and go first.
typealias StillQueue = JobQueue<StillRequest, PixelBuffer, MediaError>

extension StillQueue {
  /// - Parameter hostTime: The clock of deadlines.
  static func stills(hostTime: @escaping @Sendable () -> Double) -> StillQueue {
    // Each full-size frame can take more than a hundred megabytes once it is made.
    StillQueue(
      Rules(
        limit: 5, cancelled: .cancelled, grace: 0.2, isUrgent: { $0.area == nil },
        isReplaceable: { $0.area != nil }),
      hostTime: hostTime)
  }
}
