import MediaCore
import Models
import Network
import Platform

/// Fetches a file from a server, ahead of its reader (docs/decisions/web-clips.md).
///
/// Data arrives on the web thread and is read on the reader's: the reader never waits for the
/// network itself, and can be cancelled at once, even during a DNS look-up.
final class RemoteFetch: WebReceiver {
  struct Request: Sendable {
    var address: RemoteAddress
    /// The byte range that is treated as the file; `nil` for all of it.
    var part: Range<Int64>?
    /// Whether all of it will be read; it is then requested at once.
    var isWhole = false
    /// Whether the transfer may be compressed.
    var isCompressible = false
  }

  /// The state shared by both threads. They contend only while a piece of 64 KB is copied; the main
  /// thread is never involved.
  struct State: Sendable {
    var cache = BlockCache(limit: 6 << 20, head: 512 << 10)
    /// The address of the file, after redirects.
    var address: RemoteAddress
    /// Whether its server is public.
    var isPublic = false
    /// The position of the next byte to read.
    var reader: Int64 = 0
    /// Bytes read in sequence.
    var consumed: Int64 = 0
    /// The file size in bytes; `nil` until known.
    var length: Int64?
    /// Whether the server supports range requests; `nil` before its first response.
    var sendsParts: Bool?
    /// The file's modification date as reported by the server. Entity tags would be more precise,
    /// but differ between the machines behind one name.
    var version: String?
    /// The file's version, if it is on a machine that tells it.
    var fileVersion: FileVersion?
    var failure: MediaError?
    var isStopped = false
    fileprivate var asking: Asking?
    /// Requests so far.
    fileprivate var count = 0
    /// The number of consecutive failures, and of all failures.
    fileprivate var failures = 0
    fileprivate var restarts = 0

    /// What is worth keeping once the file is closed; `nil` if reopening it requires new requests.
    var kept: State? {
      guard let length, sendsParts == true, failure == nil else { return nil }
      var kept = State(address: address)
      kept.cache = cache.edges(length: length)
      kept.length = length
      kept.version = version
      kept.fileVersion = fileVersion
      kept.isPublic = isPublic
      kept.sendsParts = true
      return kept
    }

    /// Whether data is being transferred.
    var isFetching: Bool { asking.map { !$0.isPaused } ?? false }

    /// How far ahead of the reader to fetch; it grows with sequential reading.
    var window: Int64 { min(max(consumed * 2, 512 << 10), 4 << 20) }

    /// The first missing byte; `nil` if enough is buffered.
    var gap: Int64? {
      guard failure == nil else { return nil }
      let end = min(length ?? .max, reader + window)
      let gap = cache.firstGap(from: reader, to: end)
      return gap < end ? gap : nil
    }
  }

  /// A request in progress.
  fileprivate struct Asking: Sendable {
    let number: Int
    /// `nil` briefly at the start.
    var transfer: (any WebTransfer)?
    /// The gap it fills, and how much was buffered before.
    let gap: Int64
    let byteCount: Int
    /// The position of the next received byte; negative if before the range.
    var position: Int64
    /// Bytes still to come; `nil` if unknown.
    var left: Int64?
    var isAnswered = false
    var isPaused = false
    var problem: MediaError?
  }

  let state: Lock<State>
  /// Signals the reader that there is new data.
  let supply = Wakeup()
  private let request: Request
  private let files: RemoteFiles

  /// Reading across a gap of up to this size costs less than a new request.
  private static let smallGap: Int64 = 131_072
  /// A remainder of up to this size is fetched with what precedes it.
  private static let smallRest: Int64 = 262_144
  /// Reading this much unneeded data costs less than a new connection.
  private static let smallEnd: Int64 = 65_536
  /// How often to retry a broken connection without any new data.
  private static let attempts = 2
  private static let quickRestarts = 8
  /// How long to wait before retrying a server that broke off, in seconds.
  private static let retryPause = 0.3

  /// - Parameter known: The known state of the file.
  init(_ request: Request, known: State?, files: RemoteFiles) {
    self.request = request
    self.files = files
    state = Lock(known ?? State(address: request.address), rank: .remoteFetch)
  }

  /// Fetches missing data, unless it is already doing so. Never blocks.
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

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.asking?.transfer?.cancel()
      state.asking = nil
    }
  }

  // MARK: Asking

  /// Decides what to request; the result is for `send`, outside the lock.
  private func ask(_ state: inout State, after delay: Double) -> WebRequest? {
    // More is requested once half of the window has been read, not piece by piece.
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

  /// Sends a request. An invalid one fails at once, which takes the lock.
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

  func begin(_ response: WebResponse) -> Bool {
    let offset = request.part?.lowerBound ?? 0
    var total = response.total
    if let part = request.part { total = min(total ?? .max, part.upperBound) - offset }
    let version = response.validators.date
    let isWanted: Bool = state.withLock { state in
      guard !state.isStopped, state.asking != nil else { return false }
      let isOther =
        state.version.map { old in version.map { $0 != old } ?? false } ?? false
        || state.length.map { old in total.map { $0 != old } ?? false } ?? false
      if isOther {
        state.asking?.problem = Self.changed
        return false
      }
      state.address = response.address
      state.isPublic = response.isPublic
      state.version = state.version ?? version
      state.fileVersion = state.fileVersion ?? response.version
      if let total { state.length = max(total, 0) }
      state.sendsParts = response.sendsParts ?? false
      state.asking?.isAnswered = true
      state.asking?.position = response.start - offset
      state.asking?.left = response.count
      // Before the reader sees that there is a response.
      if total == 0 { state.failure = .empty }
      return state.failure == nil
    }
    supply.signal()
    return isWanted
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand {
    let demand: WebDemand = state.withLock { state in
      guard var asking = state.asking, !state.isStopped, state.failure == nil else {
        return .enough
      }
      guard state.gap != nil || asking.left.map({ $0 <= Self.smallRest }) ?? false else {
        state.asking?.isPaused = true
        return .later
      }
      // Data that has arrived is kept even if unneeded, and counts towards the distance to the gap.
      let skipped = Int(max(min(-asking.position, Int64(bytes.count)), 0))
      state.cache.insert(
        [UInt8](bytes[skipped...])[...], at: max(asking.position, 0), reader: state.reader)
      asking.position += Int64(bytes.count)
      asking.left = asking.left.map { $0 - Int64(bytes.count) }
      state.asking = asking
      return Self.isWanted(state, asking) ? .more : .enough
    }
    if demand != .later { supply.signal() }
    return demand
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

  /// Whether a response will reach the missing data; if nothing is missing, it may pause.
  private static func isWanted(_ state: State, _ asking: Asking) -> Bool {
    guard let gap = state.gap else { return true }
    let isNear =
      gap >= asking.position && (gap - asking.position <= smallGap || state.sendsParts != true)
    // Reading a response to its end keeps its connection for the next one.
    return isNear || asking.left.map { $0 <= smallEnd } ?? false
  }

  /// Records the end of a transfer.
  ///
  /// - Throws: The error, if there was one.
  private func finish(
    _ state: inout State, _ asking: Asking, _ end: WebCompletion
  ) throws(MediaError) {
    if let problem = asking.problem { throw problem }
    switch end {
    case .complete:
      if state.length == nil { state.length = max(asking.position, 0) }
    case .enough: break
    case .failure(let error):
      // The rest cannot be requested; the data so far is played.
      guard asking.isAnswered, state.sendsParts != true, error != .stalled else {
        throw MediaError(error)
      }
      state.length = max(asking.position, 0)
    }
    // A complete but empty response would be requested again and again.
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
    // A redirect may be temporary.
    let isElsewhere = state.address != request.address
    state.address = request.address
    if state.failures == 1, isElsewhere { return ask(&state, after: 0) }
    let isTransient = error.isTransient && state.sendsParts != nil
    guard isTransient, state.failures <= Self.attempts else {
      state.failure = state.failure ?? error
      return nil
    }
    // A server that breaks off repeatedly is not retried as fast as it responds.
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

  /// Whether a retry may help.
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }
}
