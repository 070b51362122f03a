import MediaCore
import Models
import Network
import Platform

/// What the inputs of all remote clips share, with the beginnings of files that were open a while ago,
/// so that opening one again asks its server for nothing.
final class RemoteFiles: Sendable {
  let web: any WebSource
  /// A server that sends nothing for so long is gone; in seconds.
  let stallLimit: Double
  /// What is known of files, the latest last; since when, in seconds of host time.
  private let entries = Lock<[(address: RemoteAddress, state: RemoteFetch.State, since: Double)]>([]
  )

  /// Bytes kept at most.
  private static let limit = 8 << 20
  /// How long a file is taken to be the same, in seconds.
  private static let lifetime = 300.0

  init(web: any WebSource, stallLimit: Double) {
    self.web = web
    self.stallLimit = stallLimit
  }

  /// Puts a file's beginning away.
  func put(_ state: RemoteFetch.State, for address: RemoteAddress) {
    let now = HostTime.now
    entries.withLock { entries in
      entries.removeAll { $0.address == address }
      entries.append((address, state, now))
      while entries.reduce(0, { $0 + $1.state.cache.byteCount }) > Self.limit {
        entries.removeFirst()
      }
    }
  }

  /// Takes a file's beginning; `nil` if there is none or it is too old.
  func take(_ address: RemoteAddress) -> RemoteFetch.State? {
    let oldest = HostTime.now - Self.lifetime
    return entries.withLock { entries in
      entries.firstIndex { $0.address == address }.map { entries.remove(at: $0) }
    }.flatMap { $0.since >= oldest ? $0.state : nil }
  }
}
