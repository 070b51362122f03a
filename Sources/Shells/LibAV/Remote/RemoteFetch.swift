import MediaCore
import Models
import Platform

/// Fetches a file from a server on a thread of its own, ahead of whoever reads it.
///
/// The reader never waits for the network itself: it can be called off at once, even while a name
/// is being looked up.
final class RemoteFetch: Sendable {
  /// What is fetched.
  struct Request: Sendable {
    var address: RemoteAddress
    /// The list that names it, which may not lead from the public web into private networks; `nil` if
    /// the user or a feed does, which was checked as it was read.
    var namedBy: RemoteAddress?
    /// The part of the file that stands for all of it; `nil` for the whole.
    var part: Range<Int64>?
    /// Whether all of it will be read: it is asked for in one piece.
    var isWhole = false
  }

  /// What both threads know. They meet for the time it takes to copy a piece of 32 KB; the main
  /// thread never comes here.
  struct State: Sendable {
    var cache = BlockCache(limit: 6 << 20, head: 512 << 10)
    /// Where the file is, redirects followed.
    var address: RemoteAddress
    /// Where the next byte is read from.
    var reader: Int64 = 0
    /// Bytes read in a row.
    var consumed: Int64 = 0
    /// Bytes in the file; `nil` until known.
    var length: Int64?
    /// Whether the server sends parts of it; `nil` before its first answer.
    var allowsRanges: Bool?
    /// When the file was changed, in the server's words. Entity tags would tell more finely, but
    /// differ between the machines behind one name.
    var version: String?
    var failure: MediaError?
    var isStopped = false

    /// How far ahead of the reader to fetch: the more is read in a row, the further.
    var window: Int64 { min(max(consumed * 2, 512 << 10), 4 << 20) }

    /// The first byte that is missing; `nil` if there is enough.
    var gap: Int64? {
      guard failure == nil else { return nil }
      let end = min(length ?? .max, reader + window)
      let gap = cache.firstGap(from: reader, to: end)
      return gap < end ? gap : nil
    }
  }

  let state: Lock<State>
  /// Tells the reader that there is something new.
  let supply = Wakeup()
  /// Tells the thread that something else is wanted.
  let demand = Wakeup()
  private let request: Request
  private let client: WebClient

  /// Reading on up to a gap this large costs less than asking anew.
  private static let smallGap: Int64 = 131_072
  /// A rest this small is fetched with what goes before it.
  private static let smallRest: Int64 = 262_144
  /// How often a connection that broke off is made again without anything new coming.
  private static let attempts = 2
  private static let quickRestarts = 8
  /// How long to leave a server alone that broke off, in seconds.
  private static let retryPause = 0.3

  /// - Parameter known: What is known of the file already.
  init(_ request: Request, known: RemoteShelf.Entry?, client: WebClient) {
    self.request = request
    self.client = client
    var state = State(address: known?.address ?? request.address)
    if let known {
      state.cache = known.cache
      state.length = known.length
      state.version = known.version
      state.allowsRanges = true
    }
    self.state = Lock(state)
  }

  /// Starts the thread. It ends after `stop`.
  ///
  /// - Returns: Whether there are not too many already.
  func start() -> Bool {
    guard client.beginThread() else { return false }
    let thread = WorkerThread(name: "fetch") {
      self.run()
      self.client.endThread()
    }
    // It could not be started.
    if thread.isFinished, state.withLock({ !$0.isStopped }) {
      client.endThread()
      fail(.other(.localized("No thread to fetch with.")))
    }
    return true
  }

  /// Has the thread end, however long that takes.
  func stop() {
    state.withLock { $0.isStopped = true }
    demand.signal()
  }

  // MARK: The thread

  private func run() {
    var failures = 0
    var restarts = 0
    while let gap = nextGap() {
      let before = state.withLock { $0.cache.byteCount }
      do throws(MediaError) {
        try fetch(gap)
        let isStuck = state.withLock {
          !$0.isStopped && $0.gap == gap && $0.cache.byteCount == before
        }
        // A whole answer with nothing in it would be asked for again and again.
        if isStuck { throw .unreachable(.localized("it sends nothing of the file.")) }
        failures = 0
      } catch {
        let (isNew, hasAnswered) = state.withLock {
          ($0.cache.byteCount != before, $0.allowsRanges != nil)
        }
        failures = isNew ? 1 : failures + 1
        restarts += 1
        if failures == 1, returnToOrigin() { continue }
        let isTransient = error.isTransient && hasAnswered
        guard isTransient, failures <= Self.attempts else {
          fail(error)
          continue
        }
        // One that breaks off again and again is not asked as fast as it can answer.
        if !isNew || restarts > Self.quickRestarts { demand.wait(timeout: Self.retryPause) }
      }
    }
  }

  /// Asks where the file was asked for first, next time: where that sent us may serve for a while
  /// only. Returns whether that is somewhere else.
  private func returnToOrigin() -> Bool {
    state.withLock { state in
      defer { state.address = request.address }
      return state.address != request.address && !state.isStopped
    }
  }

  private func nextGap() -> Int64? {
    while true {
      let (isStopped, gap) = state.withLock { ($0.isStopped, $0.gap) }
      if isStopped { return nil }
      if let gap { return gap }
      demand.wait(timeout: nil)
    }
  }

  private func fail(_ error: MediaError) {
    state.withLock { $0.failure = $0.failure ?? error }
    supply.signal()
  }

  private func fetch(_ gap: Int64) throws(MediaError) {
    let (address, start, range) = state.withLock { state in
      let start = state.cache.fetchStart(for: gap)
      return (state.address, start, byteRange(from: start, state))
    }
    let response = try client.get(address, namedBy: request.namedBy, range: range) { [state] in
      state.withLock { $0.isStopped }
    }
    defer { response.close() }
    var position = try accept(response, asked: range?.first, start: start)
    while true {
      let bytes = try response.read()
      guard !bytes.isEmpty else { break }
      state.withLock { state in
        let skipped = Int(max(min(-position, Int64(bytes.count)), 0))
        state.cache.insert(
          bytes[skipped...], at: max(position, 0), reader: state.reader)
      }
      position += Int64(bytes.count)
      supply.signal()
      guard waitUntilWanted(position, response) else { return }
    }
    try end(response, at: position)
  }

  private func byteRange(from start: Int64, _ state: State) -> WebClient.ByteRange? {
    let offset = request.part?.lowerBound ?? 0
    if state.allowsRanges == false || request.isWhole && request.part == nil && start == 0 {
      return nil
    }
    var end = start + state.window
    if request.isWhole { end = .max }
    if let length = state.length, length - end < Self.smallRest { end = length }
    if let part = request.part { end = min(end, part.upperBound - offset) }
    return WebClient.ByteRange(
      first: offset + start, last: end == .max ? nil : offset + end - 1)
  }

  /// Learns from an answer.
  ///
  /// - Returns: The position of the body's first byte; below zero where it lies before the part.
  private func accept(
    _ response: WebResponse, asked: Int64?, start: Int64
  ) throws(MediaError) -> Int64 {
    let offset = request.part?.lowerBound ?? 0
    let told = response.head.contentRange
    let isPart = response.head.status == 206
    if isPart, let first = told?.first, first != asked {
      throw .unreachable(.localized("it sends other bytes than it was asked for."))
    }
    var total = isPart || response.head.status == 416 ? told?.total : response.bytesLeft
    if let part = request.part { total = min(total ?? .max, part.upperBound) - offset }
    let version = response.head["last-modified"]
    let problem: MediaError? = state.withLock { state in
      if let old = state.version, let version, old != version { return Self.changed }
      if let old = state.length, let total, old != total { return Self.changed }
      if response.head.status == 416 {
        state.length = total ?? start
        state.allowsRanges = true
        if state.length == 0 { state.failure = .empty }
        return state.failure
      }
      state.address = response.address
      state.version = state.version ?? version
      if let total { state.length = max(total, 0) }
      if asked != nil { state.allowsRanges = isPart }
      if asked == nil, state.allowsRanges == nil {
        state.allowsRanges = response.head["accept-ranges"]?.lowercased() == "bytes"
      }
      // Before the reader sees that there is an answer.
      if total == 0 { state.failure = .empty }
      return state.failure
    }
    supply.signal()
    if let problem { throw problem }
    return isPart || response.head.status == 416 ? start : -offset
  }

  private static let changed = MediaError.unreachable(
    .localized("the file there is another one now."))

  /// Waits while there is enough; returns whether to read on in this response.
  private func waitUntilWanted(_ position: Int64, _ response: WebResponse) -> Bool {
    while true {
      let (isStopped, gap, allowsRanges) = state.withLock {
        ($0.isStopped, $0.gap, $0.allowsRanges ?? false)
      }
      if isStopped { return false }
      if let gap {
        return gap >= position && (gap - position <= Self.smallGap || !allowsRanges)
      }
      if let left = response.bytesLeft, left <= Self.smallRest { return true }
      if state.withLock({ $0.failure != nil }) { return false }
      demand.wait(timeout: nil)
    }
  }

  /// Takes note that a body has ended at a position.
  private func end(_ response: WebResponse, at position: Int64) throws(MediaError) {
    let isCut: Bool = state.withLock { state in
      if response.isComplete || response.head.status == 416 {
        if state.length == nil { state.length = position }
        return false
      }
      guard state.allowsRanges == true else {
        // It cannot be asked for the rest; what there is gets played.
        state.length = position
        return false
      }
      return true
    }
    supply.signal()
    if isCut { throw .unreachable(.localized("the connection broke off.")) }
  }
}

extension MediaError {
  /// Whether trying again may help.
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }
}
