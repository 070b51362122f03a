// When a frame may start.
extension LinkPacer {
  /// Whether a frame may start at a time.
  package func isReady(at time: Double) -> Bool { nextLook(at: time).map { $0 <= time } ?? false }

  /// When it is worth asking again.
  ///
  /// - Parameter time: Now.
  /// - Returns: Now or before if a frame may start; `nil` if only something that happens can change
  ///   that.
  package func nextLook(at time: Double) -> Double? {
    // Writing it goes before everything else.
    guard lastDeparture != nil else { return nil }
    let time = max(time, lastStart)
    var ready = due
    if policy.options.maximumRate != nil { ready = max(ready, allowance - targetDelay) }
    guard ready <= time else { return ready }
    switch isAcknowledging {
    case true?: break
    case false?: return ready
    case nil:
      // Local terminals hold little more than a screen, so that writing is held up soon enough.
      guard policy.isRemote, bytesInFlight >= Self.firstWindow else { return ready }
      return max(ready, silenceEnd)
    }
    return max(ready, min(answeredReady(at: time), stallEnd))
  }

  /// When a frame may start that waits for answers; infinity if one is missing.
  private func answeredReady(at time: Double) -> Double {
    guard !requests.isEmpty else { return -.infinity }
    // Before anything is known of it the link is tried with one frame.
    if rate.value == nil { return .infinity }
    // The way is measured over an empty link. What is sent behind the question does not make its answer
    // later, be it a tick of the seek bar that asks.
    if roundTrip.isStale(at: time), !requests.contains(where: \.isUndisturbed) { return .infinity }
    // An answer that should have come by now shows that the link is slower than it was thought to
    // be, or at a standstill.
    let limit = overdueTime
    guard time < limit, framesInFlight < Self.mostRequests / 2 else { return .infinity }
    let ready = queueEnd - targetDelay
    return ready < limit ? ready : .infinity
  }

  /// Whether so much time has passed without an answer that frames go on without it.
  func isStalled(at time: Double) -> Bool { !requests.isEmpty && time >= stallEnd }

  /// When a frame may start although no answer has come.
  private var stallEnd: Double {
    // A request may stand before the first frame.
    let lastRequest = requests.last?.start ?? -.infinity
    return max(lastAnswer, lastDeparture ?? .infinity, lastRequest) + Self.patience
  }

  /// When a terminal that has never answered is taken for one that does not.
  var silenceEnd: Double { (firstDeparture ?? .infinity) + Self.patience }

  /// How long a new frame may wait for what is before it on the link, in seconds: as much as keeps
  /// the link busy until the next one.
  var targetDelay: Double { interval * 0.4 }

  /// When the link is done with everything sent.
  var queueEnd: Double {
    requests.reduce(departure) { busy, request in
      max(busy, request.sent ?? request.start) + Double(request.bytes) / bytesPerSecond
    }
  }

  /// When the first missing answer is overdue.
  private var overdueTime: Double {
    guard let request = requests.first else { return .infinity }
    let done =
      max(departure, request.sent ?? request.start) + Double(request.bytes) / bytesPerSecond
    return done + (roundTrip.minimum ?? 0) + targetDelay + 2 * min(jitter, Self.burst)
  }

  /// The link's rate, or one that is as good as none.
  var bytesPerSecond: Double { rate.value ?? RateEstimate.highest }

  /// Bytes without an answer.
  var bytesInFlight: Int { requests.reduce(0) { $0 + $1.bytes } }

  /// Frames without an answer.
  var framesInFlight: Int { requests.reduce(0) { $0 + ($1.isEnd ? 1 : 0) } }

  /// Until when answers to what was sent may come, should the link be as it was; `nil` if none is
  /// awaited. A terminal that has never answered is not expected to take long for it.
  package var lastAnswerExpected: Double? {
    guard !requests.isEmpty else { return nil }
    let way = roundTrip.minimum ?? Self.burst
    return queueEnd + way + targetDelay + 2 * min(jitter, Self.burst)
  }

  /// How many answers are awaited.
  package var awaitedAnswers: Int { requests.count }

  /// Lets time pass: a terminal that has not answered for long is not waited for.
  package mutating func timePassed(at time: Double) {
    if isAcknowledging == nil, time >= silenceEnd, lastDeparture != nil {
      isAcknowledging = false
      requests.removeAll(keepingCapacity: true)
    }
  }

  /// Goes on without answers.
  mutating func giveUpRequests(at time: Double) {
    if lastAnswer >= lastStart {
      // It has answered since the last frame began and then no more: the others are lost.
      abandonRequests(at: time)
    } else {
      unansweredAttempts += 1
      if !policy.isRemote || policy.isMultiplexed { isAcknowledging = nil }
    }
  }

  /// Awaits no answer to what was sent so far. Answers may come nevertheless.
  mutating func abandonRequests(at time: Double) {
    if time >= abandonmentEnd { abandoned = 0 }
    abandoned = min(abandoned + requests.count, Self.mostRequests)
    abandonmentEnd = time + RoundTripWindow.span
    requests.removeAll(keepingCapacity: true)
  }

  /// Whether an answer is to a request that is no longer awaited: it comes sooner than one to the
  /// first awaited request can.
  func isLate(at time: Double) -> Bool {
    guard abandoned > 0, time < abandonmentEnd else { return false }
    guard let request = requests.first else { return true }
    guard let least = roundTrip.minimum else { return false }
    return time - (request.sent ?? request.start) < least / 2
  }

  /// The most bytes in flight before the first answer.
  private static let firstWindow = 16 << 10
}
