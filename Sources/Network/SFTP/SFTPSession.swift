import Models

/// A session of SFTP as a state machine: bytes from the server and requests in, bytes to the server
/// and replies out. The time is passed in.
///
/// After an error it has ended.
struct SFTPSession: Sendable {
  /// A reply, and whose request it answers.
  struct Answer: Sendable {
    let owner: Int
    let id: UInt32
    let reply: SFTPReply
  }

  private struct Waiting {
    let request: SFTPRequest
    let owner: Int
    let sent: Double
    /// The bytes of data that the reply may have.
    let count: Int
    var isCancelled = false
  }

  /// What to send. Whoever sends it removes it.
  var output: [UInt8]
  private(set) var link = SFTPLink()
  /// What the server has said of itself; `nil` before that.
  private(set) var facts: SFTPServerFacts?
  /// The most that one read may request, in bytes.
  private(set) var readLimit = SFTPLink.smallestRead
  /// The bytes of data under way, cancelled ones included.
  private(set) var underWay = 0
  private var framer = SFTPFramer()
  private var waiting: [UInt32: Waiting] = [:]
  private var latestID: UInt32 = 0

  /// The owner of the session's own requests.
  private static let nobody = -1
  /// A server that claims less is read with this.
  private static let leastRead = 4_096

  init() {
    output = SFTPRequest.initialization
  }

  /// Whether requests may be sent.
  var isReady: Bool { facts != nil }

  /// Its state; `nil` before it is ready.
  var state: SFTPBoard.State? {
    facts.map { facts in
      var state = SFTPBoard.State(facts: facts)
      state.statistics.roundTrip = link.roundTrip
      state.statistics.rate = link.rate > 0 ? link.rate : nil
      state.statistics.bytesUnderWay = underWay
      return state
    }
  }

  /// Whether replies are awaited.
  var isAwaiting: Bool { !isReady || !waiting.isEmpty }

  /// How many bytes the next read should request; `nil` if enough are under way.
  var readSize: Int? {
    let size = link.readSize(upTo: readLimit)
    return underWay == 0 || underWay + size <= link.limit ? size : nil
  }

  /// Sends a request. Only when the session is ready.
  ///
  /// - Parameter owner: Not negative; the reply comes with it.
  mutating func send(_ request: SFTPRequest, for owner: Int, at now: Double) -> UInt32 {
    repeat { latestID &+= 1 } while waiting[latestID] != nil
    var count = 0
    if case .read(_, _, let bytes) = request { count = Int(bytes) }
    if count > 0, underWay == 0 { link.start() }
    waiting[latestID] = Waiting(request: request, owner: owner, sent: now, count: count)
    underWay += count
    output += request.packet(id: latestID)
    return latestID
  }

  /// Drops the reply to a request when it arrives. The server answers all the same.
  mutating func cancel(_ id: UInt32) {
    waiting[id]?.isCancelled = true
  }

  /// Takes bytes from the server.
  ///
  /// - Returns: The replies in them.
  mutating func receive(
    _ bytes: some Collection<UInt8>, at now: Double
  ) throws(SFTPError) -> [Answer] {
    framer.append(bytes)
    var answers: [Answer] = []
    while let packet = try framer.next() {
      if let answer = try take(SFTPPacket(packet), at: now) { answers.append(answer) }
    }
    return answers
  }

  /// What it means that the connection ends now.
  var end: SFTPError { framer.end }

  private mutating func take(_ packet: SFTPPacket, at now: Double) throws(SFTPError) -> Answer? {
    switch packet {
    case .version(let version, let extensions):
      guard !isReady else { throw .malformed("a second VERSION") }
      guard version == SFTPRequest.version else { throw .version(version) }
      var facts = SFTPServerFacts(extensions: extensions)
      if facts.hasLimits {
        _ = send(.limits, for: Self.nobody, at: now)
      } else {
        facts.readLimit = readLimit
      }
      self.facts = facts
      return nil
    case .reply(let id, let reply):
      guard let request = waiting.removeValue(forKey: id) else {
        throw .malformed("a reply to nobody")
      }
      guard request.request.allows(reply) else { throw .malformed("a reply of the wrong kind") }
      var count = 0
      if case .data(let data) = reply {
        count = data.count
        guard 1...request.count ~= count else {
          throw .malformed("more data than requested, or none")
        }
      }
      underWay -= request.count
      link.receive(count, sent: request.sent, at: now)
      if request.owner == Self.nobody {
        try takeLimits(reply)
        return nil
      }
      return request.isCancelled ? nil : Answer(owner: request.owner, id: id, reply: reply)
    }
  }

  /// Takes the reply to `limits@openssh.com`: the longest packet, the most bytes of a read, of a
  /// write, and the most handles; 0 for unknown.
  private mutating func takeLimits(_ reply: SFTPReply) throws(SFTPError) {
    defer { facts?.readLimit = readLimit }
    guard case .extended(let bytes) = reply else { return }
    var fields = SFTPFields(bytes)
    _ = try fields.longNumber()
    let most = Int(clamping: try fields.longNumber())
    if most > 0 { readLimit = min(max(most, Self.leastRead), SFTPLink.largestRead) }
  }
}
