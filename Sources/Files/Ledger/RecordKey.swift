import FeedCore
import Models

/// A content key as written in the state folder.
struct RecordKey: Hashable, Codable, Sendable {
  /// The kind of id.
  enum Kind: String, Codable {
    /// The address of a local file: `file:///…`.
    case file
    /// A web address.
    case web
    /// A feed's own id for an entry.
    case entry
  }

  var kind: Kind
  var id: String
  /// The feed's address; only for entries.
  var feed: String?

  /// Creates a key from its parts, without secrets that earlier versions have saved.
  init(kind: Kind, id: String, feed: String?) {
    self.kind = kind
    self.id = RemoteAddress.withoutSecrets(id)
    self.feed = feed.map { RemoteAddress.withoutSecrets($0) }
  }

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - key: Of the content.
  ///   - canonical: Makes a path canonical.
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

  /// The content, by the saved path; `nil` if the id does not fit its kind.
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
