import Glibc
import Models

// How exact and how long a frame may be, and the timing of frames.
extension LinkPacer {
  /// What a byte is worth to the encoder in the next frame, in squared levels.
  package var lambda: Double { lambdaInForce }

  /// The most bytes the next frame may have; `nil` for any number.
  ///
  /// Most frames are shorter, as `lambda` has it. A frame that has nothing to do with the one
  /// before needs more, and may take `burst`.
  ///
  /// - Parameters:
  ///   - size: The screen's.
  ///   - time: Now.
  package func byteLimit(for size: CellSize, at time: Double) -> Int? {
    let fixed = policy.byteLimit(for: size)
    guard let carried else {
      return isAcknowledging != false && policy.isRemote && !policy.isMultiplexed
        ? min(fixed ?? .max, Self.firstLimit) : fixed
    }
    let waiting = max(queueEnd - time, 0)
    let burst = min(max(Self.burst, Self.leastFrame / carried), Self.longestBurst)
    var seconds = max(burst - waiting, interval)
    if unansweredAttempts > 0 { seconds /= Double(1 << min(unansweredAttempts, 10)) }
    let limit = max(Int(min(carried * seconds, 1e9)), Self.shortestLimit)
    guard limit < Self.longestLimit else { return fixed }
    return min(fixed ?? .max, limit)
  }

  /// What frames should be like to suit the link.
  package var timing: DisplayTiming {
    let isKnown = isAcknowledging == true
    let lead = isKnown ? min(max(latency ?? 0, 0), DisplayTiming.longestLead) : 0
    let shortest = max(policy.shortestInterval, isSlow ? carriedInterval : 0)
    return DisplayTiming(lead: lead, shortestInterval: shortest)
  }

  /// Whether the timing has become so different that the producer of frames should hear of it.
  package func isTimingOld(_ told: DisplayTiming) -> Bool {
    let timing = timing
    return abs(timing.lead - told.lead) > 0.005
      || abs(timing.shortestInterval - told.shortestInterval) > 0.1 * told.shortestInterval
  }

  /// What the link is like now.
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

  /// What frames may take of the link, in bytes a second; `nil` while nothing limits them.
  private var carried: Double? {
    // Behind a multiplexer is another link, of which nothing is known.
    let link = policy.isMultiplexed ? nil : rate.value
    guard let limit = policy.options.maximumRate.map(Double.init) else { return link }
    return link.map { min($0, limit) } ?? limit
  }

  /// What may be sent for a while, in bytes a second.
  private var throughput: Double {
    // What a multiplexer takes says nothing of what it passes on over a link that travels.
    let known = policy.isMultiplexed && policy.isRemote ? nil : rate.value
    let link = known ?? (policy.isRemote ? 0 : .infinity)
    return min(link, policy.options.maximumRate.map(Double.init) ?? .infinity)
  }

  /// The time between frames.
  var interval: Double { max(cadence, policy.shortestInterval, carriedInterval) }

  /// Whether the link does not carry a frame for each frame even at the highest lambda.
  private var isSlow: Bool { carriedInterval > max(cadence, policy.shortestInterval) * 1.05 }

  /// Notes how often frames come, where nothing keeps them.
  mutating func learnCadence(at time: Double) {
    let gap = time - lastStart
    guard gap < 0.2, !isSlow else { return }
    if wasRefused {
      cadence *= 0.98
    } else {
      cadence += (gap - cadence) * Self.smoothing
    }
    // More than 30 a second are welcome where the link has room for them, but not planned for.
    cadence = min(max(cadence, 1.0 / 30), 1.0 / 10)
  }

  /// Brings lambda closer to where a frame takes what the link carries in its time.
  mutating func adapt(lambda used: Double, bytes count: Int, at time: Double) {
    guard let carried, used.isFinite else { return }
    let highest = max(isFar ? Self.highestLambda : Self.highestLocalLambda, policy.lambda)
    let budget = carried * interval * Self.share
    let load = Double(count) / max(budget, 1)
    // Between two frames only the seek bar has moved: that says nothing of frames.
    if time - lastStart < 0.6 * interval, load < 0.5 { return }
    // Bytes fall about as the 0.4th power of lambda rises. Half the way at once: the next frame
    // may be another one.
    let factor = min(max(pow(load, 1.25), 0.8), 1.25)
    var next = min((factor > 1 ? max(lambdaInForce, 0.25) : lambdaInForce) * factor, highest)
    if next < 0.25 { next = 0 }
    lambdaInForce = max(next, policy.lambda)
    // Only when lambda can do no more, fewer frames are shown.
    let needed = Double(count) / (carried * Self.utilization)
    if lambdaInForce >= highest, needed > carriedInterval {
      carriedInterval += (min(needed, 0.5) - carriedInterval) * 0.2
    } else {
      carriedInterval += (min(needed, 0.5) - carriedInterval) * 0.05
      if lambdaInForce < highest { carriedInterval *= 0.95 }
    }
  }

  /// Whether the way is so long that the terminal must be elsewhere.
  private var isFar: Bool { policy.isRemote || (roundTrip.minimum ?? 0) > 0.01 }

  /// The share of the link that frames are to take: a shorter one arrives sooner, and the rest
  /// empties the queue after a long one.
  private static let share = 0.74
  /// The same where lambda can do no more, and each frame left out is seen.
  private static let utilization = 0.95
  /// Beyond this a frame is not worth showing more often.
  private static let highestLambda = 64.0
  /// A terminal on the same machine is slow because of the cells it draws, not because of bytes.
  private static let highestLocalLambda = 8.0
  /// What the first frame may have before anything is known of a link that travels.
  private static let firstLimit = 24 << 10
  /// What it takes to tell what a frame of usual size is about, in bytes.
  private static let leastFrame = 30_000.0
  /// Less than this is not worth a frame.
  private static let shortestLimit = 2048
  /// Beyond any frame that a screen of usual size needs.
  private static let longestLimit = 4 << 20
}
