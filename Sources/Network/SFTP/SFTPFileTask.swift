import Models

/// Reads a range of a file into a receiver.
final class SFTPFileTask: SFTPTask {
  let number: Int
  private let request: WebRequest
  private let path: [UInt8]
  private let receiver: any WebReceiver
  private var read: SFTPRead
  private var handle: [UInt8]?
  private var hasAsked = false
  private var statusID: UInt32?
  private var hasBegun = false
  private var isPaused = false
  private(set) var isOver = false
  /// The pieces of the reads under way.
  private var pieces: [UInt32: Int] = [:]
  private let start: Double
  private var latest: Double

  /// Receivers copy what they take: not too much at once.
  private static let delivery = 64 << 10

  init(
    _ number: Int, _ request: WebRequest, path: [UInt8], _ receiver: any WebReceiver,
    at now: Double
  ) {
    self.number = number
    self.request = request
    self.path = path
    self.receiver = receiver
    start = now
    latest = now
    let last = request.part?.last
    read = SFTPRead(
      from: max(request.part?.first ?? 0, 0), to: last.map { $0 < .max ? $0 + 1 : .max })
  }

  var deadline: (time: Double, error: WebError)? {
    let end = request.totalLimit.map { (time: start + $0, error: WebError.timedOut) }
    // It may wait for its turn.
    guard !isPaused, !hasBegun || !pieces.isEmpty else { return end }
    let stall = (time: latest + request.stallLimit, error: WebError.stalled)
    guard let end, end.time < stall.time else { return stall }
    return end
  }

  func begin(at now: Double) { latest = now }

  /// Whether the first bytes of its range are still to be delivered.
  private var isStart: Bool {
    read.position - max(request.part?.first ?? 0, 0) < SFTPLink.startBytes
  }

  func step(_ connection: SFTPConnection, at now: Double) -> Bool {
    guard let handle else {
      guard !hasAsked else { return false }
      hasAsked = true
      connection.open(path, for: self, at: now)
      return true
    }
    guard statusID != nil else {
      statusID = connection.session.send(.fstat(handle: handle), for: number, at: now)
      return true
    }
    guard !isPaused, let size = connection.session.readSize,
      !isStart || connection.session.link.mayStart(after: pieces.count, of: size),
      let part = read.request(size)
    else { return false }
    if pieces.isEmpty { latest = now }
    let request = SFTPRequest.read(
      handle: handle, offset: UInt64(clamping: part.offset), count: UInt32(clamping: part.count))
    pieces[connection.session.send(request, for: number, at: now)] = part.number
    return true
  }

  /// Takes the handle of its file.
  func take(handle: [UInt8], at now: Double) {
    self.handle = handle
    latest = now
  }

  func take(_ answer: SFTPSession.Answer, _ connection: SFTPConnection, at now: Double) {
    latest = now
    let piece = pieces.removeValue(forKey: answer.id)
    switch answer.reply {
    case .attrs(let attributes): begin(attributes, connection)
    case .data(let data):
      if let piece { read.take(data, for: piece) }
    case .status(let status):
      guard let piece, status.code == .endOfFile else {
        connection.discard(by: number)
        return end(.failure(WebError(status)), connection)
      }
      drop(read.takeEnd(for: piece), connection)
    case .handle, .name, .extended: break
    }
    deliver(connection)
  }

  func resume(_ connection: SFTPConnection, at now: Double) {
    guard isPaused, !isOver else { return }
    isPaused = false
    latest = now
    deliver(connection)
  }

  func end(_ end: WebCompletion?, _ connection: SFTPConnection?) {
    guard !isOver else { return }
    isOver = true
    if let connection {
      for id in pieces.keys { connection.session.cancel(id) }
      if let statusID { connection.session.cancel(statusID) }
      connection.release(by: number)
    }
    if let end { receiver.end(end) }
  }

  private func begin(_ attributes: SFTPAttributes, _ connection: SFTPConnection) {
    // Links have been followed: as a kind, one is unknown.
    guard attributes.kind == .file || attributes.kind == .link else {
      return end(.failure(.refused(.localized("it is not a file."))), connection)
    }
    // Without it, the end of a part would be taken for that of the file.
    guard let size = attributes.size else { return end(.failure(.nonsense), connection) }
    drop(read.take(size: size), connection)
    guard !isOver else { return }
    var response = WebResponse(address: request.address, isPublic: false)
    response.start = read.position
    response.count = read.end.map { max($0 - read.position, 0) }
    response.total = size
    response.sendsParts = true
    if let modified = attributes.modified {
      response.validators.date = "\(modified)-\(size)"
      response.version = FileVersion(
        modified: FileDate(seconds: Int(clamping: modified)), size: Int(clamping: size))
    }
    let known = request.validators.date
    response.isUnchanged = known != nil && known == response.validators.date
    hasBegun = true
    let isWanted = receiver.begin(response)
    if !isWanted || response.isUnchanged { end(isWanted ? .complete : .enough, connection) }
  }

  /// Drops pieces that the file does not have; `nil` if it has shrunk.
  private func drop(_ dropped: [Int]?, _ connection: SFTPConnection) {
    guard let dropped else { return end(.failure(.brokenOff), connection) }
    for (id, piece) in pieces where dropped.contains(piece) {
      connection.session.cancel(id)
      pieces[id] = nil
    }
  }

  private func deliver(_ connection: SFTPConnection) {
    guard hasBegun, !isPaused, !isOver else { return }
    while !read.ready.isEmpty {
      let bytes = read.ready.prefix(Self.delivery)
      switch bytes.withUnsafeBytes(receiver.take) {
      case .more: read.deliver(bytes.count)
      case .later:
        isPaused = true
        return
      case .enough: return end(.enough, connection)
      }
    }
    if read.isComplete { end(.complete, connection) }
  }
}
