import Models

/// A content key as saved: what `kind`, `location` and `feed` of an item are.
struct ItemKey: Hashable, Sendable {
  /// The kind of location.
  enum Kind: String, Decodable {
    /// The address of a local file: `file:///…`.
    case file
    /// A web address.
    case web
    /// A feed's own id of an entry.
    case entry
  }

  var kind: Kind
  var location: String
  /// The feed's address; empty but for entries.
  var feed: String

  /// Creates a key from its parts, without the secrets that early versions have saved.
  init(kind: Kind, location: String, feed: String?) {
    self.kind = kind
    self.location = RemoteAddress.withoutSecrets(location)
    self.feed = feed.map { RemoteAddress.withoutSecrets($0) } ?? ""
  }

  /// Creates a file's key.
  init(file location: String) {
    (kind, self.location, feed) = (.file, location, "")
  }

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - key: Of the content.
  ///   - base: How paths are saved.
  ///   - canonical: Makes a path canonical.
  init(
    _ key: ContentKey, _ base: LocationBase,
    canonical: (FilePath) -> FilePath = CanonicalPath.ofItem
  ) {
    feed = ""
    switch key.withoutSecrets {
    case .file(let path):
      kind = .file
      location = base.location(canonical(path))
    case .remote(let address):
      kind = .web
      location = address.string
    case .entry(let feed, let id):
      kind = .entry
      location = id
      self.feed = feed
    }
  }

  /// The machine with the file; empty if it may be any.
  var host: String { kind == .file && !location.hasPrefix(LocationBase.here) ? Records.host : "" }

  /// The content, by the saved path; `nil` if the location does not fit its kind.
  func contentKey(_ base: LocationBase) -> ContentKey? {
    switch kind {
    case .file: base.path(location).map { .file($0) }
    case .web: RemoteAddress(location).map { .remote($0) }
    case .entry: feed.isEmpty ? nil : .entry(feed: feed, id: location)
    }
  }
}
