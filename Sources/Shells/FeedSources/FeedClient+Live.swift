import Clients
import Models
import Platform

extension FeedClient {
  /// A feed searched on a thread of its own, only as fast as it is asked for.
  ///
  /// - Parameters:
  ///   - request: What to search.
  ///   - opened: The search that the first call of `updates` goes on with, and what it has brought
  ///     so far. Later calls search anew.
  /// - Returns: The client.
  static func live(
    request: FeedRequest, opened: (updates: [FeedUpdate], scanner: FeedScanner)
  ) -> FeedClient {
    let state = Lock((opened: Optional(opened), generation: 0))
    return FeedClient(
      updates: {
        let (opened, generation) = state.withLock { state in
          let opened = state.opened
          state.opened = nil
          if opened == nil { state.generation += 1 }
          return (opened, state.generation)
        }
        let scan = FeedScan(
          scanner: opened?.scanner ?? request.scanner(generation: generation),
          updates: opened?.updates ?? [])
        return AsyncStream(unfolding: { await scan.next() }, onCancel: { scan.stop() })
      },
      page: { _ in .failure(.init(.refused, place: "")) }, changes: { .finished },
      refresh: { .success(()) },
      place: { _, _ in FeedPlace(number: nil, count: 0, total: 0, isGrowing: true) })
  }
}

/// A search in progress, whose thread works while somebody waits for the next update and ends with
/// the last reference.
private final class FeedScan: Sendable {
  private let exchange: FeedExchange

  init(scanner: FeedScanner, updates: [FeedUpdate]) {
    let exchange = FeedExchange(scanner: scanner, updates: updates)
    self.exchange = exchange
    _ = WorkerThread(name: "feed", niceness: 10) { exchange.serve() }
  }

  deinit {
    exchange.stop()
  }

  func next() async -> FeedUpdate? { await exchange.next() }

  func stop() { exchange.stop() }
}

/// Where one waiting reader and the search's thread meet.
private final class FeedExchange: Sendable {
  private struct State {
    var reader: CheckedContinuation<FeedUpdate?, Never>?
    var isStopped = false
    /// Until the thread takes it: a second holder would make each change of the scanner a copy.
    var search: (scanner: FeedScanner, updates: [FeedUpdate])?
  }

  private let state: Lock<State>
  private let wakeup = Wakeup()

  /// How long the search goes on before it hands out what it has, in seconds: items appear while a
  /// slow disk is still being read.
  private static let longestBatch = 0.02

  init(scanner: FeedScanner, updates: [FeedUpdate]) {
    state = Lock(State(search: (scanner, updates)))
  }

  func next() async -> FeedUpdate? {
    await withCheckedContinuation { reader in
      let isStopped = state.withLock { state in
        if !state.isStopped { state.reader = reader }
        return state.isStopped
      }
      if isStopped { reader.resume(returning: nil) } else { wakeup.signal() }
    }
  }

  func stop() {
    let reader = state.withLock { state in
      state.isStopped = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
    wakeup.signal()
  }

  /// The body of the thread.
  func serve() {
    let taken = state.withLock { state in
      defer { state.search = nil }
      return state.search
    }
    guard var search = taken else { return }
    while true {
      let (isStopped, isWanted) = state.withLock { ($0.isStopped, $0.reader != nil) }
      if isStopped { return }
      guard isWanted else {
        wakeup.wait(timeout: nil)
        continue
      }
      if !search.updates.isEmpty {
        deliver(search.updates.removeFirst())
        continue
      }
      switch search.scanner.advance(until: HostTime.now + Self.longestBatch) {
      case .working: continue
      case .update(let update): deliver(update)
      case .done: stop()
      }
    }
  }

  private func deliver(_ update: FeedUpdate) {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: update)
  }
}
