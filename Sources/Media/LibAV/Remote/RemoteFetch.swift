import MediaCore
import Models
import Network
import Platform

/// Fetches a file from a server, ahead of whoever reads it (docs/decisions/web-clips.md).
///
/// What comes is taken on the thread of the web, and read on the reader's: the reader never waits for the
/// network itself, and can be cancelled at once, even while a name is being looked up.
final class RemoteFetch: WebReceiver {
  /// What is fetched.
  struct Request: Sendable {
    var address: RemoteAddress
    /// The part of the file that stands for all of it; `nil` for the whole.
    var part: Range<Int64>?
    /// Whether all of it will be read: it is asked for in one piece.
    var isWhole = false
    /// Whether it may be compressed on its way.
    var isCompressible = false
  }

  /// What both threads know. They meet for the time it takes to copy a piece of 64 KB; the main
  /// thread never comes here.
  struct State: Sendable {
    var cache = BlockCache(limit: 6 << 20, head: 512 << 10)
    /// Where the file is, redirects followed.
    var address: RemoteAddress
    /// Whether the server it comes from is one of the public web.
    var isPublic = false
    /// Where the next byte is read from.
    var reader: Int64 = 0
    /// Bytes read in a row.
    var consumed: Int64 = 0
    /// Bytes in the file; `nil` until known.
    var length: Int64?
    /// Whether the server sends parts of it; `nil` before its first answer.
    var sendsParts: Bool?
    /// When the file was changed, in the server's words. Entity tags would tell more finely, but
    /// differ between the machines behind one name.
    var version: String?
    var failure: MediaError?
    var isStopped = false
    fileprivate var asking: Asking?
    /// Requests so far.
    fileprivate var count = 0
    /// How often in a row it failed, and how often at all.
    fileprivate var failures = 0
    fileprivate var restarts = 0

    /// What is worth keeping once the file is closed; `nil` if opening it again has to ask for it again.
    var kept: State? {
      guard let length, sendsParts == true, failure == nil else { return nil }
      var kept = State(address: address)
      kept.cache = cache.edges(length: length)
      kept.length = length
      kept.version = version
      kept.isPublic = isPublic
      kept.sendsParts = true
      return kept
    }

    /// Whether something is on its way.
    var isFetching: Bool { asking.map { !$0.isPaused } ?? false }

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

  /// A request on its way.
  fileprivate struct Asking: Sendable {
    let number: Int
    /// `nil` for the moment in which it begins.
    var transfer: (any WebTransfer)?
    /// What it is to fill, and how much was here before.
    let gap: Int64
    let byteCount: Int
    /// Where the next byte that comes stands; below zero where it lies before the part.
    var position: Int64
    /// Bytes that are still to come; `nil` if nobody knows.
    var left: Int64?
    var isAnswered = false
    var isPaused = false
    /// What is wrong with the answer.
    var problem: MediaError?
  }

  let state: Lock<State>
  /// Tells the reader that there is something new.
  let supply = Wakeup()
  private let request: Request
  private let files: RemoteFiles

  /// Reading on up to a gap this large costs less than asking anew.
  private static let smallGap: Int64 = 131_072
  /// A rest this small is fetched with what goes before it.
  private static let smallRest: Int64 = 262_144
  /// Reading so much that nobody wants costs less than a new connection.
  private static let smallEnd: Int64 = 65_536
  /// How often a connection that broke off is made again without anything new coming.
  private static let attempts = 2
  private static let quickRestarts = 8
  /// How long to leave a server alone that broke off, in seconds.
  private static let retryPause = 0.3

  /// - Parameter known: What is known of the file already.
  init(_ request: Request, known: State?, files: RemoteFiles) {
    self.request = request
    self.files = files
    state = Lock(known ?? State(address: request.address), rank: .remoteFetch)
  }

  /// Fetches what is missing, unless it does so already. Never blocks.
  func go() {
    let request: WebRequest? = state.withLock { state in
      guard let asking = state.asking else { return ask(&state, after: 0) }
      if asking.isPaused, let transfer = asking.transfer {
        state.asking?.isPaused = false
        transfer.resume()
      }
      return nil
    }
    send(request)
  }

  /// Ends it.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.asking?.transfer?.cancel()
      state.asking = nil
    }
  }

  // MARK: Asking

  /// Decides what to ask for; it is for `send`, outside the lock.
  private func ask(_ state: inout State, after delay: Double) -> WebRequest? {
    // More is asked for once half of what there should be has been read, not piece by piece.
    guard !state.isStopped, let gap = state.gap, gap < state.reader + state.window / 2 else {
      return nil
    }
    let start = state.cache.fetchStart(for: gap)
    var request = WebRequest(state.address)
    request.part = part(from: start, state)
    request.isCompressible = self.request.isCompressible
    request.stallLimit = files.stallLimit
    request.delay = delay
    state.count += 1
    state.asking = Asking(
      number: state.count, gap: gap, byteCount: state.cache.byteCount, position: start)
    return request
  }

  /// Asks. What cannot be asked for ends at once, which takes the lock.
  private func send(_ request: WebRequest?) {
    guard let request else { return }
    let number = state.withLock { $0.count }
    let transfer = files.web.read(request, to: self)
    let isCurrent = state.withLock { state in
      guard state.asking?.number == number else { return false }
      state.asking?.transfer = transfer
      return true
    }
    if isCurrent { go() } else { transfer.cancel() }
  }

  private func part(from start: Int64, _ state: State) -> WebRequest.Part? {
    let offset = request.part?.lowerBound ?? 0
    if state.sendsParts == false || request.isWhole && request.part == nil && start == 0 {
      return nil
    }
    var end = start + state.window
    if request.isWhole { end = .max }
    if let length = state.length, length - end < Self.smallRest { end = length }
    if let part = request.part { end = min(end, part.upperBound - offset) }
    return WebRequest.Part(first: offset + start, last: end == .max ? nil : offset + end - 1)
  }

  // MARK: WebReceiver

  func begin(_ answer: WebAnswer) -> Bool {
    let offset = request.part?.lowerBound ?? 0
    var total = answer.total
    if let part = request.part { total = min(total ?? .max, part.upperBound) - offset }
    let version = answer.validators.date
    let isWanted: Bool = state.withLock { state in
      guard !state.isStopped, state.asking != nil else { return false }
      let isOther =
        state.version.map { old in version.map { $0 != old } ?? false } ?? false
        || state.length.map { old in total.map { $0 != old } ?? false } ?? false
      if isOther {
        state.asking?.problem = Self.changed
        return false
      }
      state.address = answer.address
      state.isPublic = answer.isPublic
      state.version = state.version ?? version
      if let total { state.length = max(total, 0) }
      state.sendsParts = answer.sendsParts ?? false
      state.asking?.isAnswered = true
      state.asking?.position = answer.start - offset
      state.asking?.left = answer.count
      // Before the reader sees that there is an answer.
      if total == 0 { state.failure = .empty }
      return state.failure == nil
    }
    supply.signal()
    return isWanted
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand {
    let appetite: WebDemand = state.withLock { state in
      guard var asking = state.asking, !state.isStopped, state.failure == nil else {
        return .enough
      }
      guard state.gap != nil || asking.left.map({ $0 <= Self.smallRest }) ?? false else {
        state.asking?.isPaused = true
        return .later
      }
      // What is here already is kept, and counts for how far it is to what is wanted.
      let skipped = Int(max(min(-asking.position, Int64(bytes.count)), 0))
      state.cache.insert(
        [UInt8](bytes[skipped...])[...], at: max(asking.position, 0), reader: state.reader)
      asking.position += Int64(bytes.count)
      asking.left = asking.left.map { $0 - Int64(bytes.count) }
      state.asking = asking
      return Self.isWanted(state, asking) ? .more : .enough
    }
    if appetite != .later { supply.signal() }
    return appetite
  }

  func end(_ end: WebCompletion) {
    let request: WebRequest? = state.withLock { state in
      guard let asking = state.asking else { return nil }
      state.asking = nil
      do throws(MediaError) {
        try finish(&state, asking, end)
        state.failures = 0
        return ask(&state, after: 0)
      } catch {
        return retry(&state, asking, after: error)
      }
    }
    supply.signal()
    send(request)
  }

  private static let changed = MediaError.unreachable(
    .localized("the file changed on the server."))

  /// Whether an answer leads to what is missing; if nothing is, it may wait.
  private static func isWanted(_ state: State, _ asking: Asking) -> Bool {
    guard let gap = state.gap else { return true }
    let isNear =
      gap >= asking.position && (gap - asking.position <= smallGap || state.sendsParts != true)
    // The end of an answer keeps its connection for the next one.
    return isNear || asking.left.map { $0 <= smallEnd } ?? false
  }

  /// Takes note of an end.
  ///
  /// - Throws: What went wrong, if anything did.
  private func finish(
    _ state: inout State, _ asking: Asking, _ end: WebCompletion
  ) throws(MediaError) {
    if let problem = asking.problem { throw problem }
    switch end {
    case .complete:
      if state.length == nil { state.length = max(asking.position, 0) }
    case .enough: break
    case .failure(let error):
      // It cannot be asked for the rest; what there is gets played.
      guard asking.isAnswered, state.sendsParts != true, error != .stalled else {
        throw MediaError(error)
      }
      state.length = max(asking.position, 0)
    }
    // A whole answer with nothing in it would be asked for again and again.
    guard state.gap != asking.gap || state.cache.byteCount != asking.byteCount else {
      throw .unreachable(.localized("it sent no data."))
    }
  }

  private func retry(
    _ state: inout State, _ asking: Asking, after error: MediaError
  ) -> WebRequest? {
    let isNew = state.cache.byteCount != asking.byteCount
    state.failures = isNew ? 1 : state.failures + 1
    state.restarts += 1
    // Where we were sent may serve for a while only.
    let isElsewhere = state.address != request.address
    state.address = request.address
    if state.failures == 1, isElsewhere { return ask(&state, after: 0) }
    let isTransient = error.isTransient && state.sendsParts != nil
    guard isTransient, state.failures <= Self.attempts else {
      state.failure = state.failure ?? error
      return nil
    }
    // One that breaks off again and again is not asked as fast as it can answer.
    let isQuick = isNew && state.restarts <= Self.quickRestarts
    return ask(&state, after: isQuick ? 0 : Self.retryPause)
  }
}

extension MediaError {
  /// Why a server does not send a file.
  init(_ error: WebError) {
    self =
      switch error {
      case .notFound: .notFound
      case .noPermission, .loginNeeded: .noPermission
      case .status(let status): .unreachable(.localized("it returned status %s.", status))
      case .refused(let what): .refused(what)
      case .unreachable(let why): .unreachable(why)
      case .nonsense: .unreachable(.localized("its response is invalid."))
      case .brokenOff: .unreachable(.localized("the connection was lost."))
      case .stalled, .timedOut: .timedOut
      }
  }

  /// Whether trying again may help.
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }
}
