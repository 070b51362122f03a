import Models
import Platform

/// The states of the servers that are connected, for other threads to see.
final class SFTPBoard: Sendable {
  struct State: Hashable, Sendable {
    var statistics = ServerStatistics()
    var facts: SFTPServerFacts
  }

  private let states = Lock<[SFTPPlace.Server: State]>([:])

  /// The machines to which a lost connection is being made again, on every change; for one observer.
  let lost = AsyncStream.makeStream(
    of: Set<RemoteAddress>.self, bufferingPolicy: .bufferingNewest(1))

  func state(of server: SFTPPlace.Server) -> State? {
    states.withLock { $0[server] }
  }

  /// Shows a state; `nil` for none.
  func show(_ state: State?, of server: SFTPPlace.Server) {
    states.withLock { $0[server] = state }
  }
}
