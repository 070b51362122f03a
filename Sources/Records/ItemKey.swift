import Models

/// A content key as saved: what `kind`, `location` and `feed` of an item are.
struct ItemKey: Hashable, Sendable {
  /// The raw values are saved.
  enum Kind: String, Decodable {
    /// The address of a local file: `file:///…`.
    case file
    case web
    /// A feed's own id of an entry.
    case entry
  }

  var kind: Kind
  var location: String
  /// The feed's address; empty but for entries.
  var feed: String

  /// From its saved parts, without the secrets that early versions have saved.
  init(kind: Kind, location: String, feed: String?) {
    self.kind = kind
    self.location = RemoteAddress.withoutSecrets(location)
    self.feed = feed.map { RemoteAddress.withoutSecrets($0) } ?? ""
  }

  /// The key of a file, by its location as saved.
  init(file location: String) {
    (kind, self.location, feed) = (.file, location, "")
  }

  /// Without secrets; a path is made canonical and, below the folder of the base, relative to it.
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
