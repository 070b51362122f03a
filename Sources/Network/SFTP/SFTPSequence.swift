import Models

/// Carries out requests in their order, many of them under way at once, and closes the files that it
/// makes.
struct SFTPSequence: Sendable {
  typealias Results = [Result<FarReply, WebError>]

  private let requests: [FarRequest]
  private var results: [Result<FarReply, WebError>?]
  private var next = 0
  /// How many have no result.
  private var missing: Int
  /// The requests under way, by their ids.
  private var underWay: [UInt32: Int] = [:]
  private var handles: [[UInt8]] = []
  private var closing = 0
  private var isCancelled = false

  /// With these, a server's queue and what is to be sent have 64 KB, and 600 files a second are moved
  /// at 100 ms.
  static let mostUnderWay = 64

  init(_ requests: [FarRequest]) {
    self.requests = requests
    results = Array(repeating: nil, count: requests.count)
    missing = requests.count
  }

  /// Whether all have a result.
  var isComplete: Bool { missing == 0 }

  /// Whether nothing more is to be sent or awaited.
  var isOver: Bool {
    (isComplete || isCancelled) && underWay.isEmpty && handles.isEmpty && closing == 0
  }

  /// Sends nothing more, but closes what was made.
  mutating func cancel() {
    isCancelled = true
  }

  /// Sends the next request, if there is one to send now.
  ///
  /// - Parameters:
  ///   - knowsFileSystems: Whether the server has announced `statvfs@openssh.com`.
  ///   - send: Sends it, and returns its id.
  /// - Returns: Whether there was one.
  mutating func step(knowsFileSystems: Bool, _ send: (SFTPRequest) -> UInt32) -> Bool {
    if let handle = handles.popLast() {
      _ = send(.close(handle: handle))
      closing += 1
      return true
    }
    while !isCancelled, underWay.count < Self.mostUnderWay, next < requests.count {
      let index = next
      next += 1
      switch SFTPRequest(requests[index]) {
      case nil: set(.failure(.notFound), index)
      case .statvfs where !knowsFileSystems: set(.failure(.unsupported), index)
      case let request?:
        underWay[send(request)] = index
        return true
      }
    }
    return false
  }

  /// Takes the reply to one of its requests.
  mutating func take(_ reply: SFTPReply, id: UInt32) {
    guard let index = underWay.removeValue(forKey: id) else {
      closing -= 1
      return
    }
    if case .handle(let handle) = reply { handles.append(handle) }
    set(requests[index].result(of: reply), index)
  }

  /// The results, in the order of the requests.
  ///
  /// - Parameter error: Why some are missing.
  func results(missing error: WebError) -> Results {
    results.map { $0 ?? .failure(error) }
  }

  private mutating func set(_ result: Result<FarReply, WebError>, _ index: Int) {
    results[index] = result
    missing -= 1
  }
}
