import MediaCore
import Models
import Network
import Platform

/// Fetches a file from a server, ahead of its reader (docs/decisions/web-clips.md).
///
/// Data arrives on the web thread and is read on the reader's: the reader never waits for the
/// network itself, and can be cancelled at once, even during a DNS look-up.
final class RemoteFetch: Sendable {
  struct Request: Sendable {
    var address: RemoteAddress
    /// The byte range that is treated as the file; `nil` for all of it.
    var part: Range<Int64>?
    /// Whether all of it will be read; it is then requested at once.
    var isWhole = false
    /// Whether the transfer may be compressed.
    var isCompressible = false
  }

  /// A request to send.
  private struct Order {
    let number: Int
    var request: WebRequest
  }

  /// Receives the response to one request.
  private final class Receiver: WebReceiver {
    let fetch: RemoteFetch
    let number: Int

    init(_ fetch: RemoteFetch, number: Int) {
      self.fetch = fetch
      self.number = number
    }

    func begin(_ response: WebResponse) -> Bool { fetch.begin(response, number) }
    func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand { fetch.take(bytes, number) }
    func end(_ end: WebCompletion) { fetch.end(end, number) }
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
  /// The most that is requested of an index before it is read.
  private static let indexStart: Int64 = 1 << 20
  /// How long a server may be silent when asked for one, in seconds: it may not answer two requests at
  /// once, and what opens the clip waits.
  private static let indexStallLimit = 2.5
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
  ///
  /// - Parameter isUrgent: Whether the reader waits for it: a response that will not reach it is cancelled.
  func go(isUrgent: Bool = false) {
    let order: Order? = state.withLock { state in
      guard let asking = state.asking else { return ask(&state, after: 0) }
      // What is for the same gap ends by itself, and is counted if it does not help.
      if isUrgent, state.gap != asking.gap, !Self.isWanted(state, asking) {
        asking.transfer?.cancel()
        state.asking = nil
        return ask(&state, after: 0)
      }
      if asking.isPaused, let transfer = asking.transfer {
        state.asking?.isPaused = false
        transfer.resume()
      }
      return nil
    }
    send(order)
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      for slot in [\State.asking, \.indexAsking] {
        state[keyPath: slot]?.transfer?.cancel()
        state[keyPath: slot] = nil
      }
    }
  }

  // MARK: Asking

  /// Decides what to request; the result is for `send`, outside the lock.
  private func ask(_ state: inout State, after delay: Double) -> Order? {
    // More is requested once half of the window has been read, not piece by piece.
    guard !state.isStopped, let gap = state.gap, gap < state.reader + state.window / 2 else {
      return nil
    }
    let start = state.cache.fetchStart(for: gap)
    let order = order(part(from: start, state), &state, after: delay)
    state.asking = Asking(number: order.number, gap: gap, position: start)
    return order
  }

  /// Requests an index that is far behind what is being received, so that the reader, once it gets
  /// there, does not wait for the server.
  private func askForIndex(_ state: inout State, after position: Int64) -> Order? {
    guard !state.isIndexSought, state.sendsParts == true, let length = state.length,
      request.part == nil, !request.isWhole
    else { return nil }
    let bytes = state.cache.bytes(at: 0)
    let place = IndexPlace(bytes, length: length)
    // Of the first block, more bytes may tell more.
    let mayChange =
      switch place {
      case .at(let index): index < BlockCache.blockSize
      case .undecided: true
      case .unknown: false
      }
    state.isIndexSought = !mayChange || bytes.count >= BlockCache.blockSize
    guard case .at(let index) = place, index > position + Self.smallGap else { return nil }
    let start = state.cache.fetchStart(for: index)
    let end = min(length, start + Self.indexStart)
    guard state.cache.firstGap(from: start, to: end) == start else { return nil }
    var order = order(WebRequest.Part(first: start, last: end - 1), &state, after: 0)
    order.request.stallLimit = min(order.request.stallLimit, Self.indexStallLimit)
    state.indexAsking = Asking(
      number: order.number, gap: start, position: start, left: end - start)
    return order
  }

  private func order(_ part: WebRequest.Part?, _ state: inout State, after delay: Double) -> Order {
    var request = WebRequest(state.address)
    request.part = part
    request.isCompressible = self.request.isCompressible
    request.stallLimit = files.stallLimit
    request.delay = delay
    state.count += 1
    return Order(number: state.count, request: request)
  }

  /// Sends a request. An invalid one fails at once, which takes the lock.
  private func send(_ order: Order?) {
    guard let order else { return }
    let transfer = files.web.read(order.request, to: Receiver(self, number: order.number))
    let isCurrent = state.withLock { state in
      guard let slot = state.slot(of: order.number) else { return false }
      state[keyPath: slot]?.transfer = transfer
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

  // MARK: Receiving

  private func begin(_ response: WebResponse, _ number: Int) -> Bool {
    let offset = request.part?.lowerBound ?? 0
    var total = response.total
    if let part = request.part { total = min(total ?? .max, part.upperBound) - offset }
    let version = response.validators.date
    let isWanted: Bool = state.withLock { state in
      guard !state.isStopped, let slot = state.slot(of: number) else { return false }
      if slot == \.indexAsking, response.start != state.indexAsking?.position { return false }
      let isOther =
        state.version.map { old in version.map { $0 != old } ?? false } ?? false
        || state.length.map { old in total.map { $0 != old } ?? false } ?? false
      if isOther {
        state[keyPath: slot]?.problem = Self.changed
        return false
      }
      state.address = response.address
      state.isPublic = response.isPublic
      state.version = state.version ?? version
      state.fileVersion = state.fileVersion ?? response.version
      state.answered = HostTime.now
      if let total { state.length = max(total, 0) }
      state.sendsParts = response.sendsParts ?? false
      state[keyPath: slot]?.isAnswered = true
      state[keyPath: slot]?.position = response.start - offset
      if slot == \.asking { state.asking?.left = response.count }
      // Before the reader sees that there is a response.
      if total == 0 { state.failure = .empty }
      return state.failure == nil
    }
    supply.signal()
    return isWanted
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ number: Int) -> WebDemand {
    var order: Order?
    let demand: WebDemand = state.withLock { state in
      guard let slot = state.slot(of: number), var asking = state[keyPath: slot],
        !state.isStopped, state.failure == nil
      else { return .enough }
      let isIndex = slot == \.indexAsking
      // What was requested beside an index comes meanwhile: it is read next.
      guard
        isIndex || state.gap != nil || state.indexAsking != nil
          || asking.left.map({ $0 <= Self.smallRest }) ?? false
      else {
        state.asking?.isPaused = true
        return .later
      }
      // Data that has arrived is kept even if unneeded, and counts towards the distance to the gap.
      let skipped = Int(max(min(-asking.position, Int64(bytes.count)), 0))
      state.cache.insert(
        [UInt8](bytes[skipped...])[...], at: max(asking.position, 0), reader: state.reader)
      let start = asking.position
      asking.position += Int64(bytes.count)
      if start <= asking.gap, asking.gap < asking.position { asking.hasHelped = true }
      asking.left = asking.left.map { $0 - Int64(bytes.count) }
      state[keyPath: slot] = asking
      // No more than requested, whatever the server sends.
      if isIndex { return asking.left ?? 0 >= 0 ? .more : .enough }
      order = askForIndex(&state, after: asking.position)
      return Self.isWanted(state, asking) ? .more : .enough
    }
    if demand != .later { supply.signal() }
    send(order)
    return demand
  }

  private func end(_ end: WebCompletion, _ number: Int) {
    let order: Order? = state.withLock { state in
      guard let slot = state.slot(of: number), let asking = state[keyPath: slot] else { return nil }
      state[keyPath: slot] = nil
      // What it lacks is requested when it is read.
      if slot == \.indexAsking { return nil }
      do throws(MediaError) {
        try finish(&state, asking, end)
        state.failures = 0
        return ask(&state, after: 0)
      } catch {
        return retry(&state, asking, after: error)
      }
    }
    supply.signal()
    send(order)
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
    guard state.gap != asking.gap || asking.hasHelped else {
      throw .unreachable(.localized("it sent no data."))
    }
  }

  private func retry(
    _ state: inout State, _ asking: Asking, after error: MediaError
  ) -> Order? {
    state.failures = asking.hasHelped ? 1 : state.failures + 1
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
    let isQuick = asking.hasHelped && state.restarts <= Self.quickRestarts
    return ask(&state, after: isQuick ? 0 : Self.retryPause)
  }
}
