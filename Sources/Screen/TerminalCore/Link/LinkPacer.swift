import Models

/// Decides when a frame may leave, how exact and how long it may be, and what the way to the
/// terminal means for the timing of frames (docs/decisions/link-pacing.md).
///
/// Each frame has a status request (DSR, `CSI 5n`) in front of it and one behind. The first answer
/// tells how long the way is and how long the frame waited, both together how long the link took
/// for its bytes. From that the pacer models the one queue that matters, wherever it is, and keeps
/// it shorter than a frame: a frame that leaves later shows a later frame, and a key finds an
/// empty link. After BBR (Cardwell et al., 2016) and LEDBAT (RFC 6817), with frames for packets.
///
/// A value in time that its caller tells, in seconds of a monotonic clock.
package struct LinkPacer: Sendable {
  /// What stands between, and what the user asked for.
  package var policy: OutputPolicy

  /// The status requests that have no answer yet, in order.
  var requests: [StatusRequest] = []
  /// Whether the terminal answers; `nil` until that is known.
  var isAcknowledging: Bool?
  var roundTrip = RoundTripWindow()
  var rate = RateEstimate()
  var jitter = 0.0
  /// When the link was done with what has been answered.
  var departure = -Double.infinity
  /// Whether the link was busy until the frame came whose answers are coming.
  var isContinued = false
  /// How long the last frame waited for others.
  var queueingDelay = 0.0
  /// How long frames take from their start to the far end, smoothed.
  var latency: Double?

  /// When what `TerminalOptions.maximumRate` allows is used up, as a link of that rate would be busy.
  var allowance = -Double.infinity

  var lastStart = -Double.infinity
  /// When `OutputPolicy.shortestInterval` allows the next frame.
  var due = -Double.infinity
  /// When the last byte of the last frame left; `nil` while some are left to write.
  var lastDeparture: Double? = -.infinity
  var lastAnswer = -Double.infinity
  /// When the frames first began that were to show whether the terminal answers.
  var firstDeparture: Double?
  /// Answers that are no longer awaited and may come, and until when they are thought of.
  var abandoned = 0
  var abandonmentEnd = -Double.infinity
  /// Frames sent since the last answer because of a second without one.
  var unansweredAttempts = 0

  var lambdaInForce: Double
  /// The time between the frames of the clip, as far as it shows.
  var cadence = 1.0 / 30
  /// The time between frames that the link carries at the highest lambda.
  var carriedInterval = 0.0
  /// Whether a frame was wanted since the last one while the link was full.
  var wasRefused = false

  var frames = 0
  var bytes = 0

  /// Creates a pacer of a link that nothing was sent over.
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
  ///   - time: When.
  package mutating func frameStarted(bytes count: Int, lambda: Double?, at time: Double) {
    let time = max(time, lastStart)
    learnCadence(at: time)
    if let lambda { adapt(lambda: lambda, bytes: count, at: time) }
    if isStalled(at: time) { giveUpRequests(at: time) }
    if let limit = policy.options.maximumRate {
      allowance = max(allowance, time - Self.burst) + Double(count) / Double(max(limit, 1))
    }
    // Counted from when the frame was due, so that a frame a little late costs none of the rate.
    due = max(due, time - Self.earliness) + policy.shortestInterval
    lastStart = time
    lastDeparture = nil
    wasRefused = false
    frames += 1
    bytes += count
    guard requests.count < Self.mostRequests else { return }
    statusRequested(at: time)
    requests.append(
      StatusRequest(bytes: count, isEnd: true, isUndisturbed: false, start: time, sent: nil))
  }

  /// A status request was sent by itself.
  package mutating func statusRequested(at time: Double) {
    guard requests.count < Self.mostRequests else { return }
    requests.append(
      StatusRequest(
        bytes: 0, isEnd: false, isUndisturbed: requests.isEmpty, start: time, sent: time))
  }

  /// The last byte of the frame has left the process.
  package mutating func frameLeft(at time: Double) {
    guard lastDeparture == nil else { return }
    let time = max(time, lastStart)
    lastDeparture = time
    if firstDeparture == nil { firstDeparture = time }
    if let last = requests.indices.last, requests[last].sent == nil { requests[last].sent = time }
    if isAcknowledging == false {
      // Writing is the only link that shows.
      if let frame = requests.last {
        rate.add(bytes: frame.bytes, seconds: time - frame.start, isContinued: true)
      }
      departure = time
      requests.removeAll(keepingCapacity: true)
    }
  }

  /// The terminal has answered a status request.
  package mutating func answered(at time: Double) {
    if isAcknowledging == false {
      // These answers are late; those to the frames from now on are awaited.
      requests.removeAll(keepingCapacity: true)
      rate = RateEstimate()
    }
    isAcknowledging = true
    lastAnswer = time
    unansweredAttempts = 0
    if isLate(at: time) {
      abandoned -= 1
      return
    }
    guard let request = requests.first else { return }
    requests.removeFirst()
    let sent = request.sent ?? request.start
    let time = max(time, sent)
    if !request.isEnd {
      roundTrip.add(time - sent, isUndisturbed: request.isUndisturbed, at: time)
    }
    let way = roundTrip.minimum ?? 0
    let previous = departure
    departure = max(previous, time - way)
    if request.isEnd {
      rate.add(
        bytes: request.bytes, seconds: departure - max(previous, request.start),
        isContinued: isContinued)
      let taken = time - request.start - way / 2
      latency = latency.map { $0 + (taken - $0) * Self.smoothing } ?? taken
    } else {
      isContinued = sent < previous
      if isContinued { rate.addGap(seconds: departure - previous) }
      queueingDelay = max(time - sent - way, 0)
      let surprise = departure - max(previous, sent)
      jitter += (surprise - jitter) * Self.smoothing
    }
  }

  /// What was sent so far will not be answered, or not to Flick: the terminal was given back, or
  /// what it had not read was thrown away.
  package mutating func forget(at time: Double) {
    requests.removeAll(keepingCapacity: true)
    abandoned = 0
    departure = min(departure, time)
    if lastDeparture == nil { lastDeparture = time }
    unansweredAttempts = 0
    lastStart = -.infinity
    due = -.infinity
    allowance = min(allowance, time)
  }

  /// A frame was wanted and is not ready to be made.
  package mutating func frameRefused() {
    wasRefused = true
  }

  // MARK: Constants

  /// How long a frame and what is before it on the link may take to arrive, in seconds: so long may
  /// a key's effect wait.
  static let burst = 0.058
  /// Slower links may take this long where it makes a frame of it.
  static let longestBurst = 0.12
  /// How much later than due a frame may be, in seconds, without putting off the next ones.
  static let earliness = 0.002
  /// How long an answer may be missing, in seconds, before frames go on without it.
  static let patience = 1.0
  /// The share of a new value in a smoothed one.
  static let smoothing = 0.1
  /// Two a frame. Local terminals that turn out to be silent reach it.
  static let mostRequests = 256
}

/// A status request on its way.
struct StatusRequest: Sendable {
  /// Bytes since the request before.
  var bytes: Int
  /// Whether it stands behind a frame rather than in front of it.
  var isEnd: Bool
  /// Whether everything before it had been answered.
  var isUndisturbed: Bool
  /// When its frame began to leave.
  var start: Double
  /// When it left; `nil` if it has not.
  var sent: Double?
}
