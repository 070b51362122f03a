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
    guard ready <= time, isAcknowledging != false else { return ready }
    guard isUnknown else { return max(ready, min(answeredReady(at: time), stallEnd)) }
    // One short frame may follow another: the first may have been a page without a frame.
    let isTested = hasWholeFrames ? framesInFlight > 0 : bytesInFlight > Self.firstLimit
    guard isTested else { return ready }
    return max(ready, isAcknowledging == nil ? silenceEnd : stallEnd)
  }

  /// Whether nothing is known of the rate yet, on whatever terminal: one that seems to run on this
  /// machine may be at the far end of a serial line, of `docker exec`, or of a link that tmux was
  /// attached over.
  package var isUnknown: Bool { rate.value == nil && isAcknowledging != false }

  /// When a frame that waits for acknowledgements may start; infinity if one is missing.
  private func answeredReady(at time: Double) -> Double {
    guard !requests.isEmpty else { return -.infinity }
    // It is unknown how much is still on the link.
    guard fence == nil else { return .infinity }
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
  var queueEnd: Double { queueEnd(of: requests[...]) }

  /// When the link will have delivered some of what was sent, the first request first.
  private func queueEnd(of requests: ArraySlice<StatusRequest>) -> Double {
    requests.reduce(departure) { busy, request in
      max(busy, request.sent ?? request.start) + Double(request.bytes) / bytesPerSecond
    }
  }

  /// How many frames were handed to the terminal.
  package var frameCount: Int { frames }

  /// Seconds until a frame is on screen: the link delivers it, and it arrives. Nothing is known of a
  /// terminal that does not reply.
  ///
  /// - Parameters:
  ///   - number: `frameCount` after it was handed over.
  ///   - time: Now.
  /// - Returns: 0 once it is there; `nil` while it is being written.
  package func timeToScreen(ofFrame number: Int, at time: Double) -> Double? {
    // Later frames are behind it.
    let later = frames - number
    let ends = requests.indices.filter { requests[$0].isEnd }
    guard later < ends.count else { return 0 }
    let index = ends[ends.count - 1 - max(later, 0)]
    guard requests[index].sent != nil else { return nil }
    guard isAcknowledging == true else { return 0 }
    return max(queueEnd(of: requests[...index]) - time, 0) + (roundTrip.minimum ?? 0) / 2
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

  /// How many replies are pending.
  package var awaitedReplies: Int { requests.count + (isFenced ? 1 : 0) }

  /// Whether the reply to a fence is pending.
  package var isFenced: Bool { fence != nil }

  /// How long to wait for the last replies, in seconds. From a terminal that replies they come, however busy the
  /// machine is, unless the link is down.
  package func lastPatience(at time: Double) -> Double {
    isAcknowledging == true && fence == nil && !isStalled(at: time) ? Self.patience : 0.3
  }

  /// Whether a frame must start with a fence, a query with another reply: acknowledgements have been
  /// missing for so long that it is uncertain which of them still arrive. Those that arrive before the
  /// reply to the fence are not counted for anything sent after it.
  package func sendsFence(at time: Double) -> Bool {
    isAcknowledging == true && (needsFence || fence == nil && isStalled(at: time))
  }

  /// Handles timeouts: stops waiting for a terminal that has been silent for long, and for the reply
  /// to a fence.
  package mutating func timePassed(at time: Double) {
    if let fence, time - fence > RoundTripWindow.span {
      self.fence = nil
      requests.removeAll(keepingCapacity: true)
    }
    if isAcknowledging == nil, time >= silenceEnd, lastDeparture != nil {
      isAcknowledging = false
      requests.removeAll(keepingCapacity: true)
    }
  }
}
