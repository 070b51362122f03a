import FeedCore
import Models

/// A content key as lines of the state folder have it.
struct RecordKey: Hashable, Codable, Sendable {
  /// What kind of name the id is.
  enum Kind: String, Codable {
    /// The address of a file of this machine: `file:///…`.
    case file
    /// An address of the web.
    case web
    /// A feed's own name of an entry.
    case entry
  }

  var kind: Kind
  var id: String
  /// The feed's address; only of entries.
  var feed: String?

  /// Creates a name from its parts, without secrets that former versions have written down.
  init(kind: Kind, id: String, feed: String?) {
    self.kind = kind
    self.id = RemoteAddress.withoutSecrets(id)
    self.feed = feed.map { RemoteAddress.withoutSecrets($0) }
  }

  /// Names content.
  ///
  /// - Parameters:
  ///   - key: Of the content.
  ///   - canonical: A path as it is the same from everywhere.
  init(_ key: ContentKey, canonical: (FilePath) -> FilePath) {
    switch key.withoutSecrets {
    case .file(let path):
      kind = .file
      id = canonical(path).uri
    case .remote(let address):
      kind = .web
      id = address.string
    case .entry(let feed, let id):
      kind = .entry
      self.id = id
      self.feed = feed
    }
  }

  /// The content, by the path that was written; `nil` if the id is none of its kind.
  var contentKey: ContentKey? {
    switch kind {
    case .file: FilePath(uri: id).map { .file($0) }
    case .web: RemoteAddress(id).map { .remote($0) }
    case .entry: feed.map { .entry(feed: $0, id: id) }
    }
  }

  /// The members of a line.
  var members: [JSONOutput.Member] {
    [.init("kind", .string(kind.rawValue)), .init("id", .string(id))]
      + (feed.map { [.init("feed", .string($0))] } ?? [])
  }
}
