import FeedCore
import Platform

/// Reads facts for a feed's thread, which must not wait for a disk.
final class FactThread: Sendable {
  private let requests = WorkQueue<FactRequest>(limit: 1)

  /// How long one answer may take, in seconds: then another filter may have its turn.
  private static let slice = 0.05

  /// Starts the thread; it ends with this object.
  ///
  /// - Parameters:
  ///   - read: Reads facts.
  ///   - mailbox: Receives them.
  init(_ read: @escaping FeedOptions.FactReader, _ mailbox: FeedMailbox) {
    _ = WorkerThread(name: "facts", niceness: 15) { [requests, weak mailbox] in
      while let requests = requests.take() {
        for request in requests {
          let facts = read(request.items, request.needs, Self.slice)
          // Each answer has to be one, or the same would be asked for ever.
          mailbox?.post(.known(facts.isEmpty ? [KnownFacts()] : facts, request))
        }
      }
    }
  }

  deinit {
    requests.stop()
  }

  /// Reads facts; call it only when the last ones have arrived.
  func read(_ request: FactRequest) {
    requests.add(request)
  }
}
