/// How far playback is simplified. A later rung includes the ones before.
package enum DegradeRung: Int, Hashable, Sendable, Comparable, CaseIterable {
  case none
  /// At most about thirty frames per second are scaled.
  case sparse
  case withoutLoopFilter
  case twoThreads
  case referenceOnly
  case keyframesOnly

  package static func < (left: DegradeRung, right: DegradeRung) -> Bool {
    left.rawValue < right.rawValue
  }

  /// What the decoder skips.
  package var effort: DecodeEffort {
    switch self {
    case .none, .sparse: .full
    case .withoutLoopFilter, .twoThreads: .withoutLoopFilter
    case .referenceOnly: .referenceOnly
    case .keyframesOnly: .keyframesOnly
    }
  }
}

/// Chooses how much work to skip, based on recent frames (docs/decisions/engine-late-clips.md).
///
/// It climbs one rung when decoding takes most of a frame's time or frames are late, and descends
/// after a period with spare time. If a rung is needed again soon after leaving it, it is held
/// longer next time, so that quality does not change every few seconds.
package struct DegradeLadder: Hashable, Sendable {
  /// The fraction of a frame's time that decoding may take before the ladder climbs.
  static let climbLoad = 0.8
  /// The load below which the ladder may descend.
  static let descendLoad = 0.5
  /// How many of the last frames may be late.
  static let lateLimit = 6
  /// The number of frames considered for that.
  static let lateWindow = 30
  /// How long to stay on a rung before climbing further, in seconds.
  static let settling = 1.0
  /// How long load must be low before descending, in seconds; doubled when that was too early.
  static let shortestPatience = 3.0
  static let longestPatience = 60.0
  /// The smoothing of the average: over about the last ten frames.
  static let smoothing = 0.1

  package private(set) var rung = DegradeRung.none
  /// The number of decoding threads. Threads are added but never removed, because removing one
  /// costs the same as adding it.
  package private(set) var threadCount: Int

  private var load = 0.0
  // One bit for each of the last frames, set if it was late.
  private var lateBits: UInt32 = 0
  private var changedAt = -Double.infinity
  private var calmSince: Double?
  private var patience = Self.shortestPatience
  private var descendedAt = -Double.infinity

  /// Creates a ladder on its lowest rung.
  ///
  /// - Parameter threadCount: The initial number of decoding threads.
  package init(threadCount: Int = 1) {
    self.threadCount = threadCount
  }

  /// What the decoder should currently skip.
  package var effort: DecodeEffort { rung.effort }

  /// Whether there is nothing left to skip.
  package var isExhausted: Bool { rung == .keyframesOnly }

  /// Whether decoding takes most of the time.
  package var isLoaded: Bool { load > Self.climbLoad }

  /// Records the timing of a frame.
  ///
  /// - Parameters:
  ///   - now: Host time, in seconds.
  ///   - work: How long decoding and scaling took, in seconds.
  ///   - period: How long it is shown, in seconds.
  ///   - isLate: Whether it was late.
  /// - Returns: Whether `rung` changed.
  package mutating func observe(now: Double, work: Double, period: Double, isLate: Bool) -> Bool {
    let ratio = period > 0 ? min(work / period, 10) : 0
    load += (ratio - load) * Self.smoothing
    let mask: UInt32 = 1 << Self.lateWindow - 1
    lateBits = (lateBits << 1 | (isLate ? 1 : 0)) & mask
    if load >= Self.descendLoad || isLate { calmSince = nil } else { calmSince = calmSince ?? now }
    if load > Self.climbLoad || lateBits.nonzeroBitCount >= Self.lateLimit {
      return climb(now: now)
    }
    if let calmSince, now - calmSince >= patience { return descend(now: now) }
    return false
  }

  private mutating func climb(now: Double) -> Bool {
    guard now - changedAt >= Self.settling, let next = rung(1) else { return false }
    if now - descendedAt < patience { patience = min(patience * 2, Self.longestPatience) }
    change(to: next, now: now)
    if next == .twoThreads { threadCount = 2 }
    return true
  }

  private mutating func descend(now: Double) -> Bool {
    guard let next = rung(-1) else { return false }
    // The previous descent was not too early.
    if changedAt == descendedAt { patience = Self.shortestPatience }
    descendedAt = now
    change(to: next, now: now)
    return true
  }

  // The next rung in a direction, skipping one that no longer has any effect.
  private func rung(_ step: Int) -> DegradeRung? {
    let next = DegradeRung(rawValue: rung.rawValue + step)
    guard next == .twoThreads, threadCount > 1 else { return next }
    return DegradeRung(rawValue: rung.rawValue + 2 * step)
  }

  private mutating func change(to next: DegradeRung, now: Double) {
    rung = next
    changedAt = now
    calmSince = nil
    lateBits = 0
  }
}
