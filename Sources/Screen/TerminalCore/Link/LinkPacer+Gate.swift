// When a frame may start.
extension LinkPacer {
  /// Whether a frame may start at a time.
  package func isReady(at time: Double) -> Bool { nextLook(at: time).map { $0 <= time } ?? false }

  /// When to ask again.
  ///
  /// - Parameter time: Now.
  /// - Returns: Now or before if a frame may start; `nil` if only an event can change that.
  package func nextLook(at time: Double) -> Double? {
    // Finishing the last frame comes first.
    guard lastDeparture != nil else { return nil }
    let time = max(time, lastStart)
    var ready = due
    if policy.options.maximumRate != nil { ready = max(ready, allowance - targetDelay) }
    guard ready <= time else { return ready }
    switch isAcknowledging {
    case true?: break
    case false?: return ready
    case nil:
      // Local terminals buffer little more than a screen, so writing blocks soon enough.
      guard policy.isRemote, bytesInFlight >= Self.firstWindow else { return ready }
      return max(ready, silenceEnd)
    }
    return max(ready, min(answeredReady(at: time), stallEnd))
  }

  /// When a frame that waits for acknowledgements may start; infinity if one is missing.
  private func answeredReady(at time: Double) -> Double {
    guard !requests.isEmpty else { return -.infinity }
    // While nothing is known of the link, one frame tests it.
    if rate.value == nil { return .infinity }
    // The round trip is measured over an empty link. Bytes after the request do not delay its
    // reply, even if it belongs to a tick of the seek bar.
    if roundTrip.isStale(at: time), !requests.contains(where: \.isUndisturbed) { return .infinity }
    // An overdue acknowledgement shows that the link is slower than estimated, or stalled.
    let limit = overdueTime
    guard time < limit, framesInFlight < Self.maxRequests / 2 else { return .infinity }
    let ready = queueEnd - targetDelay
    return ready < limit ? ready : .infinity
  }

  /// Whether an acknowledgement has been missing for so long that frames continue without it.
  func isStalled(at time: Double) -> Bool { !requests.isEmpty && time >= stallEnd }

  /// When a frame may start although no acknowledgement has arrived.
  private var stallEnd: Double {
    // A request may precede the first frame.
    let lastRequest = requests.last?.start ?? -.infinity
    return max(lastAnswer, lastDeparture ?? .infinity, lastRequest) + Self.patience
  }

  /// When a terminal that has never replied is considered silent.
  var silenceEnd: Double { (firstDeparture ?? .infinity) + Self.patience }

  /// How long a new frame may queue on the link, in seconds: enough to keep the link busy until the
  /// next one.
  var targetDelay: Double { interval * 0.4 }

  /// When the link will have delivered everything sent.
  var queueEnd: Double {
    requests.reduce(departure) { busy, request in
      max(busy, request.sent ?? request.start) + Double(request.bytes) / bytesPerSecond
    }
  }

  /// Seconds until everything sent is on screen: the link delivers it, and it arrives. Nothing is known
  /// of a terminal that does not reply.
  package func timeToScreen(at time: Double) -> Double {
    guard isAcknowledging == true, !requests.isEmpty else { return 0 }
    return max(queueEnd - time, 0) + (roundTrip.minimum ?? 0) / 2
  }

  /// When the first missing acknowledgement is overdue.
  private var overdueTime: Double {
    guard let request = requests.first else { return .infinity }
    let done =
      max(departure, request.sent ?? request.start) + Double(request.bytes) / bytesPerSecond
    return done + (roundTrip.minimum ?? 0) + targetDelay + 2 * min(jitter, Self.burst)
  }

  /// The link's rate, or a practically unlimited one.
  var bytesPerSecond: Double { rate.value ?? RateEstimate.highest }

  /// Unacknowledged bytes.
  var bytesInFlight: Int { requests.reduce(0) { $0 + $1.bytes } }

  /// Unacknowledged frames.
  var framesInFlight: Int { requests.reduce(0) { $0 + ($1.isEnd ? 1 : 0) } }

  /// Until when acknowledgements may arrive if the link does not change; `nil` if none is pending.
  /// A terminal that has never replied is assumed to be fast.
  package var lastAnswerExpected: Double? {
    guard !requests.isEmpty else { return nil }
    let transit = roundTrip.minimum ?? Self.burst
    return queueEnd + transit + targetDelay + 2 * min(jitter, Self.burst)
  }

  /// How many acknowledgements are pending.
  package var awaitedAnswers: Int { requests.count }

  /// Handles timeouts: stops waiting for a terminal that has been silent for long.
  package mutating func timePassed(at time: Double) {
    if isAcknowledging == nil, time >= silenceEnd, lastDeparture != nil {
      isAcknowledging = false
      requests.removeAll(keepingCapacity: true)
    }
  }

  /// Continues without acknowledgements.
  mutating func giveUpRequests(at time: Double) {
    if lastAnswer >= lastStart {
      // It has replied since the last frame started and then no more: the others are lost.
      abandonRequests(at: time)
    } else {
      unansweredAttempts += 1
      if !policy.isRemote || policy.isMultiplexed { isAcknowledging = nil }
    }
  }

  /// Stops waiting for acknowledgements of what was sent so far. They may still arrive.
  mutating func abandonRequests(at time: Double) {
    if time >= abandonmentEnd { abandoned = 0 }
    abandoned = min(abandoned + requests.count, Self.maxRequests)
    abandonmentEnd = time + RoundTripWindow.span
    requests.removeAll(keepingCapacity: true)
  }

  /// Whether an acknowledgement belongs to an abandoned request: it arrives sooner than one for the
  /// first pending request can.
  func isLate(at time: Double) -> Bool {
    guard abandoned > 0, time < abandonmentEnd else { return false }
    guard let request = requests.first else { return true }
    guard let least = roundTrip.minimum else { return false }
    return time - (request.sent ?? request.start) < least / 2
  }

  /// The most bytes in flight before the first acknowledgement.
  private static let firstWindow = 16 << 10
}
