import Models

/// A page of a feed or a list, as it was found.
package struct FeedDocument: Hashable, Sendable {
  package var title: CleanText?
  package var items: [FoundItem] = []
  /// The next page as the document names it.
  package var next: Playlist.Entry.Location?
  /// Whether there were more entries than a page may have.
  package var isTruncated = false

  /// Creates an empty page.
  package init() {}

  /// Why a document is none of a feed.
  package struct Failure: Error, Hashable, Sendable {
    /// `.notAFeed`, `.damaged`, `.tooLarge` or `.cancelled`.
    package var reason: FeedError.Reason
    package var detail: CleanText

    /// Creates a failure.
    package init(_ reason: FeedError.Reason, _ detail: CleanText) {
      self.reason = reason
      self.detail = detail
    }
  }

  /// Reads a page of a feed: JSON Feed 1.1, RSS 0.9x to 2.0 with Media RSS, or Atom; or a list: M3U,
  /// PLS or XSPF.
  ///
  /// - Parameters:
  ///   - bytes: All of it, in UTF-8.
  ///   - content: What it is; see `WebContent`.
  ///   - base: Where it was found.
  ///   - feed: What entries of the feed are remembered by.
  ///   - limits: How much it may have.
  ///   - watch: Ends it early.
  /// - Throws: `Failure` if it is something else, cut off, or too much.
  package init(
    _ bytes: [UInt8], content: WebContent, base: FeedBase, feed: String,
    limits: FeedLimits = FeedLimits(), watch: ReadingWatch = .unlimited
  ) throws(Failure) {
    switch content {
    case .json:
      try self.init(
        JSONFeed(bytes, limits: limits, watch: watch), base: base, feed: feed, limits: limits)
    case .xml:
      try self.init(
        XMLFeed(bytes, base: base, limits: limits, watch: watch), base: base, feed: feed,
        limits: limits)
    case .m3u:
      let list = try Playlist(bytes, base: base, limit: limits.items + 1, watch: watch)
      self.init(list, base: base, feed: feed, limits: limits)
    case .pls:
      let list = try Playlist(pls: bytes, base: base, limit: limits.items + 1, watch: watch)
      self.init(list, base: base, feed: feed, limits: limits)
    case .clip, .picture, .page, .unknown:
      throw Failure(.notAFeed, .localized("it is neither a feed nor a list of clips"))
    }
  }

  /// Reads a feed or list of this machine, told by looking.
  ///
  /// - Parameters:
  ///   - bytes: All of it, in UTF-8.
  ///   - file: Where it is; its entries are remembered by that.
  ///   - addresses: What reads those it names.
  ///   - limits: How much it may have.
  /// - Throws: `Failure` if it is something else, or cut off.
  package init(
    _ bytes: [UInt8], file: FilePath, _ addresses: AddressReader, limits: FeedLimits = FeedLimits()
  ) throws(Failure) {
    try self.init(
      bytes, content: WebContent(type: nil, head: bytes, path: file.description),
      base: .folder(file.parent, addresses), feed: file.description, limits: limits)
  }

  init(_ list: Playlist, base: FeedBase, feed: String, limits: FeedLimits) {
    self.init()
    isTruncated = list.entries.count > limits.items
    items = list.entries.prefix(limits.items).map { $0.item(base: base, feed: feed) }
  }

  private init(_ feed: JSONFeed, base: FeedBase, feed name: String, limits: FeedLimits) {
    self.init()
    title = FeedText.title(feed.title)
    next = feed.next.map { base.location(ofReference: $0) }
    take(feed.entries, base: base, feed: name, limits: limits)
  }

  private init(_ feed: XMLFeed, base: FeedBase, feed name: String, limits: FeedLimits) {
    if let list = feed.list {
      self.init(list, base: base, feed: name, limits: limits)
    } else {
      self.init()
      next = feed.next.map { base.location(ofReference: $0, bases: feed.bases) }
      take(feed.entries, base: base, feed: name, limits: limits)
    }
    title = FeedText.title(feed.title)
  }

  private mutating func take(
    _ entries: [FeedEntry], base: FeedBase, feed: String, limits: FeedLimits
  ) {
    var seen: Set<FeedItem.Entry> = []
    for entry in entries {
      for item in entry.items(base: base, feed: feed, limit: limits.items - items.count + 1) {
        // Of two entries of one name, the first counts.
        if let identity = item.entry, !seen.insert(identity).inserted { continue }
        guard items.count < limits.items else {
          isTruncated = true
          return
        }
        items.append(item)
      }
    }
  }
}

extension Playlist.Entry {
  /// The page of the feed that the entry makes.
  ///
  /// - Parameters:
  ///   - base: Where the list was found.
  ///   - feed: What its entries are remembered by.
  package func item(base: FeedBase, feed: String) -> FoundItem {
    var facts: ItemFacts?
    if let duration {
      facts = ItemFacts()
      facts?.duration = duration
    }
    switch location {
    case .file(let path):
      var clip = Clip(file: path)
      if let title { clip.title = title }
      return FoundItem(kind: .clip(clip), facts: facts)
    case .remote(let address):
      guard !base.isPublic || !address.isPrivateByName else {
        return FoundItem(kind: .notice(Notice.privateHost(address, title: title)))
      }
      var clip = Clip(remote: address)
      if let title { clip.title = title }
      let isPicture = MediaKind(path: address.target) == .picture
      // Without an entry: a list's clip is the same clip in any other list.
      return FoundItem(kind: isPicture ? .picture(clip) : .clip(clip), facts: facts)
    case .address(let address):
      return FoundItem(kind: .notice(Notice.unopened(address, title: title)))
    }
  }
}
