import MediaCore
import Models
import Network
import Platform

/// What the inputs of all remote clips share, with the beginnings of files that were open a while ago,
/// so that opening one again asks its server for nothing.
final class RemoteFiles: Sendable {
  /// What is known of a file.
  struct Entry: Sendable {
    var cache: BlockCache
    /// Where it was found, redirects followed.
    var address: RemoteAddress
    var length: Int64
    /// When it was changed, in the server's words; `nil` if it does not say.
    var version: String?
    /// Whether its server is one of the public web.
    var isPublic: Bool
    /// Host time, in seconds.
    var since: Double
  }

  let web: any WebSource
  /// A server that sends nothing for so long is gone; in seconds.
  let stallLimit: Double
  private let entries = Lock<[(address: RemoteAddress, entry: Entry)]>([])

  /// Bytes kept at most.
  private static let limit = 8 << 20
  /// How long a file is taken to be the same, in seconds.
  private static let lifetime = 300.0

  init(web: any WebSource, stallLimit: Double) {
    self.web = web
    self.stallLimit = stallLimit
  }

  /// Puts a file's beginning away.
  func put(_ entry: Entry, for address: RemoteAddress) {
    var entry = entry
    entry.cache = entry.cache.edges(length: entry.length)
    let kept = entry
    entries.withLock { entries in
      entries.removeAll { $0.address == address }
      entries.append((address, kept))
      while entries.reduce(0, { $0 + $1.entry.cache.byteCount }) > Self.limit {
        entries.removeFirst()
      }
    }
  }

  /// Takes a file's beginning; `nil` if there is none or it is too old.
  func take(_ address: RemoteAddress) -> Entry? {
    let oldest = HostTime.now - Self.lifetime
    return entries.withLock { entries in
      entries.firstIndex { $0.address == address }.map { entries.remove(at: $0).entry }
    }.flatMap { $0.since >= oldest ? $0 : nil }
  }
}
