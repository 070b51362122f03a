import Models

/// Decides when a frame may be sent, its quality and size limits, and the frame timing for the link
/// (docs/decisions/link-pacing.md).
///
/// Each frame has a status request (DSR, `CSI 5n`) before and after it. The first acknowledgement
/// gives the round trip and the frame's queueing time; the two together give its transmission time.
/// From that the pacer models the one queue that matters, wherever it is, and keeps it shorter than
/// a frame: a frame sent later is more recent, and a key finds an empty link. Based on BBR
/// (Cardwell et al., 2016) and LEDBAT (RFC 6817), with frames for packets.
///
/// A value whose caller provides the time, in seconds of a monotonic clock.
package struct LinkPacer: Sendable {
  /// What lies between Flick and the terminal, and the user's options.
  package var policy: OutputPolicy

  /// The unacknowledged status requests, in order.
  var requests: [StatusRequest] = []
  /// Whether the terminal acknowledges; `nil` until known.
  var isAcknowledging: Bool?
  var roundTrip = RoundTripWindow()
  var rate = RateEstimate()
  var jitter = 0.0
  /// When the link had delivered what is acknowledged.
  var departure = -Double.infinity
  /// Whether the link was busy right before the frame that is being acknowledged.
  var isContinued = false
  /// How long the last frame queued behind others.
  var queueingDelay = 0.0
  /// The time from a frame's start to its arrival, smoothed.
  var latency: Double?

  /// When the allowance of `OutputPolicy.maximumRate` is used up, as a link of that rate would be
  /// busy.
  var allowance = -Double.infinity

  var lastStart = -Double.infinity
  /// When `OutputPolicy.shortestInterval` allows the next frame.
  var due = -Double.infinity
  /// When the last byte of the last frame was written; `nil` while some remain.
  var lastDeparture: Double? = -.infinity
  var lastAnswer = -Double.infinity
  /// When the first frames that test for acknowledgements started.
  var firstDeparture: Double?
  /// When the fence was sent whose reply is pending: acknowledgements until then are those of
  /// abandoned requests.
  var fence: Double?
  /// Whether acknowledgements of abandoned requests may arrive before a fence was sent.
  var needsFence = false
  /// Frames sent since the last acknowledgement because of a second without one.
  var unansweredAttempts = 0

  /// Whether frames cannot be cut, because they are images: while nothing is known of the link, each
  /// waits for the acknowledgement of the last one.
  package var hasWholeFrames = false

  var lambdaInForce: Double
  /// The measured time between the clip's frames.
  var cadence = 1.0 / 30
  /// The frame interval that the link can sustain at the highest lambda.
  var carriedInterval = 0.0
  /// Whether a frame was refused since the last one because the link was full.
  var wasRefused = false

  var frames = 0
  var bytes = 0

  package init(policy: OutputPolicy) {
    self.policy = policy
    lambdaInForce = policy.lambda
  }

  // MARK: What happens

  /// A frame was handed to the terminal.
  ///
  /// - Parameters:
  ///   - count: Its bytes.
  ///   - lambda: How exact it is; `nil` if that says nothing about the next ones.
  ///   - hasFence: Whether it starts with a fence; see `sendsFence`.
  ///   - time: When.
  package mutating func frameStarted(
    bytes count: Int, lambda: Double?, hasFence: Bool = false, at time: Double
  ) {
    let time = max(time, lastStart)
    learnCadence(at: time)
    if let lambda { adapt(lambda: lambda, bytes: count, at: time) }
    if isStalled(at: time) { unansweredAttempts += 1 }
    if hasFence {
      requests.removeAll(keepingCapacity: true)
      fence = time
      needsFence = false
    }
    if let limit = policy.options.maximumRate {
      allowance = max(allowance, time - Self.burst) + Double(count) / Double(max(limit, 1))
    }
    // Counted from the due time, so that a slightly late frame does not lower the rate.
    due = max(due, time - Self.earliness) + policy.shortestInterval
    lastStart = time
    lastDeparture = nil
    wasRefused = false
    frames += 1
    bytes += count
    guard requests.count < Self.maxRequests else { return }
    statusRequested(at: time)
    requests.append(
      StatusRequest(bytes: count, isEnd: true, isUndisturbed: false, start: time, sent: nil))
  }

  /// A separate status request was sent.
  package mutating func statusRequested(at time: Double) {
    guard requests.count < Self.maxRequests else { return }
    requests.append(
      StatusRequest(
        bytes: 0, isEnd: false, isUndisturbed: requests.isEmpty && fence == nil, start: time,
        sent: time))
  }

  /// The last byte of the frame was written.
  package mutating func frameLeft(at time: Double) {
    guard lastDeparture == nil else { return }
    let time = max(time, lastStart)
    lastDeparture = time
    if firstDeparture == nil { firstDeparture = time }
    if let last = requests.indices.last, requests[last].sent == nil { requests[last].sent = time }
    if isAcknowledging == false {
      // Only the writing speed is known.
      if let frame = requests.last {
        rate.add(bytes: frame.bytes, seconds: time - frame.start, isContinued: true)
      }
      departure = time
      requests.removeAll(keepingCapacity: true)
    }
  }

  /// The terminal has acknowledged a status request.
  package mutating func answered(at time: Double) {
    if isAcknowledging == false {
      // These are late; those for frames from now on are expected.
      requests.removeAll(keepingCapacity: true)
      rate = RateEstimate()
      needsFence = true
    }
    isAcknowledging = true
    lastAnswer = time
    guard fence == nil, let request = requests.first else { return }
    unansweredAttempts = 0
    requests.removeFirst()
    let sent = request.sent ?? request.start
    let time = max(time, sent)
    if !request.isEnd {
      roundTrip.add(time - sent, isUndisturbed: request.isUndisturbed, at: time)
    }
    let transit = roundTrip.minimum ?? 0
    let previous = departure
    departure = max(previous, time - transit)
    if request.isEnd {
      rate.add(
        bytes: request.bytes, seconds: departure - max(previous, request.start),
        isContinued: isContinued, transmission: time - transit - request.start,
        total: time - request.start)
      let taken = time - request.start - transit / 2
      latency = latency.map { $0 + (taken - $0) * Self.smoothing } ?? taken
    } else {
      isContinued = sent < previous
      if isContinued { rate.addGap(seconds: departure - previous) }
      queueingDelay = max(time - sent - transit, 0)
      let surprise = departure - max(previous, sent)
      jitter += (surprise - jitter) * Self.smoothing
    }
  }

  /// The terminal has replied to a fence: all acknowledgements of what was sent before have arrived
  /// or are lost.
  package mutating func fenceAnswered(at time: Double) {
    guard fence != nil else { return }
    fence = nil
    lastAnswer = time
    unansweredAttempts = 0
  }

  /// What was sent so far will not be acknowledged, or not to Flick: the terminal was restored, or
  /// its unread input was discarded.
  package mutating func forget(at time: Double) {
    requests.removeAll(keepingCapacity: true)
    fence = nil
    needsFence = false
    departure = min(departure, time)
    if lastDeparture == nil { lastDeparture = time }
    unansweredAttempts = 0
    lastStart = -.infinity
    due = -.infinity
    allowance = min(allowance, time)
  }

  /// A frame was wanted but could not be sent.
  package mutating func frameRefused() {
    wasRefused = true
  }

  // MARK: Constants

  /// The maximum time for a frame and the bytes before it to arrive, in seconds: the response time
  /// of a key.
  static let burst = 0.058
  /// The limit on slower links, if that makes a frame possible.
  static let longestBurst = 0.12
  /// How late a frame may be, in seconds, without postponing the next ones.
  static let earliness = 0.002
  /// How long an acknowledgement may be missing, in seconds, before frames continue without it.
  static let patience = 1.0
  /// The weight of a new value in a smoothed one.
  static let smoothing = 0.1
  /// Two per frame. Silent local terminals reach it.
  static let maxRequests = 256
}

/// A status request in flight.
struct StatusRequest: Sendable {
  /// Bytes since the previous request.
  var bytes: Int
  /// Whether it follows a frame rather than precedes it.
  var isEnd: Bool
  /// Whether everything before it had been acknowledged.
  var isUndisturbed: Bool
  /// When its frame started.
  var start: Double
  /// When it was written; `nil` if it was not yet.
  var sent: Double?
}
