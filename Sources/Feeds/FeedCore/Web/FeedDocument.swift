import Models

/// A page of a feed or a list, as found.
package struct FeedDocument: Hashable, Sendable {
  package var title: CleanText?
  package var items: [FoundItem] = []
  /// The next page, according to the document.
  package var next: Playlist.Entry.Location?
  /// Whether there were more entries than a page may have.
  package var isTruncated = false

  package init() {}

  /// Reads a page of a feed: JSON Feed 1.1, RSS 0.9x to 2.0 with Media RSS, or Atom; or an M3U
  /// list.
  ///
  /// - Parameters:
  ///   - bytes: All of it, in UTF-8.
  ///   - content: Its type; see `WebContent`.
  ///   - base: Its location.
  ///   - feed: Identifies the feed in the entries' keys.
  ///   - limits: Limits on its size.
  ///   - watch: Can stop it early.
  /// - Throws: `.notAFeed`, `.damaged`, `.tooLarge` or `.cancelled`.
  package init(
    _ bytes: [UInt8], content: WebContent, base: FeedBase, feed: String,
    limits: FeedLimits = FeedLimits(), watch: ReadingWatch = .unlimited
  ) throws(FeedError) {
    self.init()
    switch content {
    case .json:
      let page = try JSONFeed(bytes, limits: limits, watch: watch)
      title = FeedText.title(page.title)
      next = page.next.map { base.location(ofReference: $0) }
      take(page.entries, base: base, feed: feed, limits: limits)
    case .xml:
      let page = try XMLFeed(bytes, limits: limits, watch: watch)
      title = FeedText.title(page.title)
      next = page.next.map { base.location(ofReference: $0) }
      take(page.entries, base: base, feed: feed, limits: limits)
    case .m3u:
      let list = try Playlist(bytes, base: base, limit: limits.items + 1, watch: watch)
      isTruncated = list.entries.count > limits.items
      items = list.entries.prefix(limits.items).map { $0.item(base: base) }
    case .clip, .still, .page, .unknown:
      throw FeedError(.notAFeed, .localized("not a feed or playlist"))
    }
  }

  private mutating func take(
    _ entries: [FeedEntry], base: FeedBase, feed: String, limits: FeedLimits
  ) {
    var seen: Set<FeedItem.Entry> = []
    for entry in entries {
      for item in entry.items(base: base, feed: feed, limit: limits.items - items.count + 1) {
        // If two entries have the same identity, the first counts.
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

extension FeedError {
  /// The place is empty.
  package init(_ reason: Reason, _ detail: CleanText) {
    self.init(reason, place: "", detail: detail)
  }
}

extension Playlist.Entry {
  /// The entry's page.
  ///
  /// - Parameter base: The list's location.
  fileprivate func item(base: FeedBase) -> FoundItem {
    var facts = duration.map { _ in ItemFacts() }
    facts?.duration = duration
    return base.page(of: location, title: title) { location in
      let clip = Clip(location: location, title: title ?? location.title)
      // Without an entry: a clip is the same in every list.
      guard let address = location.address, MediaKind(path: address.target) == .still
      else { return FoundItem(kind: .playing(clip), facts: facts) }
      return FoundItem(kind: .still(clip), facts: facts)
    }
  }
}
