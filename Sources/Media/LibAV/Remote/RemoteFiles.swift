import MediaCore
import Models
import Network
import Platform

/// State shared by the inputs of all remote clips, including the beginnings of recently open files,
/// so that reopening one needs no request.
final class RemoteFiles: Sendable {
  let web: any WebSource
  /// A server that sends nothing for this long is considered gone; in seconds.
  let stallLimit: Double
  private let entries = Lock(
    RecencyCache<RemoteAddress, RemoteFetch.State>(countLimit: .max, byteLimit: limit))

  /// The maximum number of bytes kept.
  private static let limit = 8 << 20
  /// How long a file is assumed to be unchanged after a response, in seconds.
  private static let lifetime = 300.0

  init(web: any WebSource, stallLimit: Double) {
    self.web = web
    self.stallLimit = stallLimit
  }

  /// Stores a file's beginning.
  func put(_ state: RemoteFetch.State, for address: RemoteAddress) {
    _ = entries.withLock { $0.use(address, state, bytes: state.cache.byteCount) }
  }

  /// Takes a file's beginning; `nil` if there is none or it is too old.
  func take(_ address: RemoteAddress) -> RemoteFetch.State? {
    let oldest = HostTime.now - Self.lifetime
    return entries.withLock { entries in
      defer { entries.remove(address) }
      return entries[address]
    }.flatMap { $0.answered >= oldest ? $0 : nil }
  }
}
