import Glibc
import Models

// Quality and size limits of frames, and their timing.
extension LinkPacer {
  /// The price of a byte for the encoder in the next frame, in squared levels.
  package var lambda: Double { lambdaInForce }

  /// The byte limit for the next frame; `nil` for none.
  ///
  /// `lambda` keeps most frames shorter. A frame unrelated to the previous one needs more, and may
  /// take `burst`.
  ///
  /// - Parameters:
  ///   - size: The screen's.
  ///   - time: Now.
  package func byteLimit(for size: CellSize, at time: Double) -> Int? {
    let fixed = isUnknown ? Self.firstLimit : policy.byteLimit(for: size)
    guard let carried else { return fixed }
    let waiting = max(queueEnd - time, 0)
    let burst = min(max(Self.burst, Self.minFrame / carried), Self.longestBurst)
    var seconds = max(burst - waiting, interval)
    let attempts = unansweredAttempts + (isStalled(at: time) ? 1 : 0)
    seconds /= Double(1 << min(attempts, 10))
    // A frame as short as the last ones would not measure the rate either.
    let shortest = rate.isGuess ? Self.firstLimit : Self.shortestLimit
    let limit = max(Int(min(carried * seconds, 1e9)), shortest)
    guard limit < Self.longestLimit else { return fixed }
    return min(fixed ?? .max, limit)
  }

  /// The frame timing that suits the link.
  package var timing: DisplayTiming {
    let isKnown = isAcknowledging == true
    let lead = isKnown ? min(max(latency ?? 0, 0), DisplayTiming.longestLead) : 0
    let shortest = max(policy.shortestInterval, isSlow ? carriedInterval : 0)
    return DisplayTiming(lead: lead, shortestInterval: shortest)
  }

  /// Whether the timing has changed enough to notify the producer of frames.
  package func isTimingOld(_ reported: DisplayTiming) -> Bool {
    let timing = timing
    return abs(timing.lead - reported.lead) > 0.005
      || abs(timing.shortestInterval - reported.shortestInterval) > 0.1 * reported.shortestInterval
  }

  package var report: LinkStatistics {
    var report = LinkStatistics()
    report.frames = frames
    report.bytes = bytes
    report.framesInFlight = framesInFlight
    report.bytesInFlight = bytesInFlight
    report.isAcknowledging = isAcknowledging
    report.roundTrip = roundTrip.minimum
    report.queueingDelay = queueingDelay
    report.rate = rate.value
    report.throughput = throughput
    report.tolerance = lambda
    return report
  }

  /// The rate available to frames, in bytes a second; `nil` without a limit.
  private var carried: Double? {
    // Behind a multiplexer there is another, unknown link.
    let link = policy.isMultiplexed ? nil : rate.value
    guard let limit = policy.options.maximumRate.map(Double.init) else { return link }
    return link.map { min($0, limit) } ?? limit
  }

  /// The sustained rate, in bytes a second.
  private var throughput: Double {
    // A multiplexer's input rate says nothing about its rate over a remote link.
    let known = policy.isMultiplexed && policy.isRemote ? nil : rate.value
    let link = known ?? (policy.isRemote ? 0 : .infinity)
    return min(link, policy.options.maximumRate.map(Double.init) ?? .infinity)
  }

  /// The time between frames.
  var interval: Double { max(cadence, policy.shortestInterval, carriedInterval) }

  /// Whether the link cannot keep up with the clip's frames even at the highest lambda.
  private var isSlow: Bool { carriedInterval > max(cadence, policy.shortestInterval) * 1.05 }

  /// Measures the frame rate while nothing delays frames.
  mutating func learnCadence(at time: Double) {
    let gap = time - lastStart
    guard gap < 0.2, !isSlow else { return }
    if wasRefused {
      cadence *= 0.98
    } else {
      cadence += (gap - cadence) * Self.smoothing
    }
    // More than 30 a second are shown if the link has room, but not planned for.
    cadence = min(max(cadence, 1.0 / 30), 1.0 / 10)
  }

  /// Adjusts lambda towards the value at which frames use the link's capacity.
  mutating func adapt(lambda used: Double, bytes count: Int, at time: Double) {
    guard let carried, used.isFinite else { return }
    let highest = max(isFar ? Self.highestLambda : Self.highestLocalLambda, policy.lambda)
    let budget = carried * interval * Self.share
    let load = Double(count) / max(budget, 1)
    // Between two frames only the seek bar has moved: that says nothing about frames.
    if time - lastStart < 0.6 * interval, load < 0.5 { return }
    // Bytes fall roughly with the 0.4th power of lambda. Half of the correction at once: the next
    // frame may be different.
    let factor = min(max(pow(load, 1.25), 0.8), 1.25)
    var next = min((factor > 1 ? max(lambdaInForce, 0.25) : lambdaInForce) * factor, highest)
    if next < 0.25 { next = 0 }
    lambdaInForce = max(next, policy.lambda)
    // Only when lambda reaches its limit, fewer frames are shown.
    let needed = Double(count) / (carried * Self.utilization)
    if lambdaInForce >= highest, needed > carriedInterval {
      carriedInterval += (min(needed, 0.5) - carriedInterval) * 0.2
    } else {
      carriedInterval += (min(needed, 0.5) - carriedInterval) * 0.05
      if lambdaInForce < highest { carriedInterval *= 0.95 }
    }
  }

  /// Whether the round trip is so long that the terminal must be remote.
  package var isFar: Bool { policy.isRemote || (roundTrip.minimum ?? 0) > 0.01 }

  /// The target share of the link for frames: shorter frames arrive sooner, and the rest empties
  /// the queue after a long one.
  private static let share = 0.74
  /// The same when lambda is at its limit, and each skipped frame is visible.
  private static let utilization = 0.95
  /// Beyond this, showing a frame more often is not worthwhile.
  private static let highestLambda = 64.0
  /// A local terminal is slow because of the cells it draws, not because of bytes.
  private static let highestLocalLambda = 8.0
  /// The limit for a frame over an unknown link: what a slow one, of 20 kB/s, carries in 150 ms.
  static let firstLimit = 3000
  /// What a recognisable frame of usual size takes, in bytes.
  private static let minFrame = 30_000.0
  /// Less than this is not worth a frame.
  private static let shortestLimit = 2048
  /// More than any frame on a screen of usual size needs.
  private static let longestLimit = 4 << 20
}
