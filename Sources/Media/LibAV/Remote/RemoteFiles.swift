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
  /// What is known of files, and since when, in seconds of host time.
  private let entries = Lock(
    RecencyCache<RemoteAddress, (state: RemoteFetch.State, since: Double)>(
      countLimit: .max, byteLimit: limit))

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
    _ = entries.withLock { $0.use(address, (state, now), bytes: state.cache.byteCount) }
  }

  /// Takes a file's beginning; `nil` if there is none or it is too old.
  func take(_ address: RemoteAddress) -> RemoteFetch.State? {
    let oldest = HostTime.now - Self.lifetime
    return entries.withLock { entries in
      defer { entries.remove(address) }
      return entries[address]
    }.flatMap { $0.since >= oldest ? $0.state : nil }
  }
}
