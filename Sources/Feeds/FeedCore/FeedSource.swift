import Models

/// An item as found by a source, before the index numbers it.
package struct FoundItem: Hashable, Sendable {
  package var kind: FeedItem.Kind
  /// Its entry in a feed; `nil` for files.
  package var entry: FeedItem.Entry?
  package var facts: ItemFacts?
  /// What the list of its folder on another machine says of it.
  package var version: ListedVersion?

  package init(kind: FeedItem.Kind, entry: FeedItem.Entry? = nil, facts: ItemFacts? = nil) {
    self.kind = kind
    self.entry = entry
    self.facts = facts
  }

  /// The item with an id from the index.
  package func numbered(_ id: ItemID = ItemID(rawValue: 0)) -> FeedItem {
    FeedItem(id: id, kind: kind, entry: entry, facts: facts)
  }

  /// What identifies it: its key if it has one, else all of it.
  package var identity: Identity { numbered().key.map { .key($0) } ?? .kind(kind) }

  package enum Identity: Hashable {
    case key(ContentKey)
    case kind(FeedItem.Kind)
  }
}

/// A page from a paged source.
package struct FoundPage: Hashable, Sendable {
  /// In order; may be empty.
  package var items: [FoundItem]
  /// Whether there may be more after them.
  package var hasMore: Bool
  /// Whether it came from the public web.
  package var isPublic: Bool
  /// What is in a folder, in no order, if the source is one.
  package var names: [ListedName] = []

  package init(items: [FoundItem], hasMore: Bool, isPublic: Bool = false) {
    self.items = items
    self.hasMore = hasMore
    self.isPublic = isPublic
  }

  /// Takes some of the names of a folder.
  package init(names: [ListedName], hasMore: Bool) {
    self.init(items: [], hasMore: hasMore)
    self.names = names
  }
}

/// A name in a folder on another machine.
package struct ListedName: Hashable, Sendable {
  /// Not empty, and neither `.` nor `..`; without slashes.
  package var name: [UInt8]
  package var isFolder: Bool
  /// `nil` for a folder, for a link, and if the server does not say.
  package var version: ListedVersion?

  package init(name: [UInt8], isFolder: Bool, version: ListedVersion? = nil) {
    self.name = name
    self.isFolder = isFolder
    self.version = version
  }
}

/// The version of a file as a list of its folder says it.
package struct ListedVersion: Hashable, Sendable {
  /// In bytes.
  package var size: Int
  /// When it was last written, in seconds since 1970.
  package var modified: Int

  /// Takes no more space than a known one.
  static let unknown = ListedVersion(size: -1, modified: 0)

  package init(size: Int, modified: Int) {
    self.size = size
    self.modified = modified
  }
}

/// What named an address where there may be a list.
package enum ListNaming: Hashable, Sendable {
  case user
  /// Another list or feed; one on the public web may not lead into private networks.
  case list(isPublic: Bool)
}

/// A source that is read page by page from the beginning, such as a web feed.
package protocol PagedSource: Sendable {
  /// The next items. Fails with `.cancelled` when its task is cancelled, and may be called again
  /// after any error.
  func next() async -> Result<FoundPage, FeedError>
  /// Requests the next items, if that can be done before `next`. Do not call it during `next`.
  func prepare()
  /// Starts over, to find what has changed.
  func rewind() async
}

extension PagedSource {
  /// Does nothing: all is requested by `next`.
  package func prepare() {}
}
