import Models

/// A page of a feed in XML: RSS 0.9x, 1.0 or 2.0, Atom; or a list in the format XSPF.
struct XMLFeed {
  private(set) var title: String?
  private(set) var next: String?
  private(set) var entries: [FeedEntry] = []
  /// The clips, if it is a list.
  private(set) var list: [Playlist.Entry]?
  /// What its own references are relative to.
  private(set) var bases: [String] = []

  /// Elements that hold the feed, not something of it.
  private static let containers: Set = ["rss", "rdf:RDF", "channel", "atom:feed", "feed"]

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8.
  ///   - base: Where it was found.
  ///   - limits: How much it may have.
  ///   - watch: Ends it early.
  /// - Throws: `.notAFeed`, `.damaged` or `.tooLarge`.
  init(
    _ bytes: [UInt8], base: FeedBase, limits: FeedLimits, watch: ReadingWatch = .unlimited
  ) throws(FeedError) {
    var reader = XMLReader(bytes, depthLimit: limits.depth, watch: watch)
    guard case .start(let root, _) = try reader.next() else {
      throw FeedError(.notAFeed, .localized("it contains no XML element"))
    }
    // A list in the format XSPF (xspf.org, version 1).
    if root.name == "playlist" { list = [] }
    guard list != nil || Self.containers.contains(root.name) && root.name != "channel" else {
      let name = FeedText.reference(root.name)
      throw FeedError(
        .notAFeed, .localized("XML, but not a feed: its root element is “%s”", name))
    }
    bases = root.bases
    // One more than may be taken, so that the rest is known of.
    while max(entries.count, list?.count ?? 0) <= limits.items {
      switch try reader.next() {
      case .finished: return
      case .end: continue
      case .start(let head, let isEmpty):
        if list == nil ? Self.containers.contains(head.name) : head.name == "trackList" {
          if head.bases.count > bases.count { bases = head.bases }
          continue
        }
        let element = try reader.element(head, isEmpty: isEmpty)
        if list == nil { take(element) } else { take(inList: element, base: base) }
      }
    }
  }

  private mutating func take(inList element: XMLElement, base: FeedBase) {
    switch element.name {
    case "track": if let track = Playlist.Entry(xspf: element, base: base) { list?.append(track) }
    case "title": if title == nil { title = element.text.trimmingWhitespace }
    default: break
    }
  }

  private mutating func take(_ element: XMLElement) {
    switch element.name {
    case "item": entries.append(FeedEntry(rss: element))
    case "atom:entry", "entry": entries.append(FeedEntry(atom: element))
    case "title": if title == nil { title = FeedEntry.line(element.text.trimmingWhitespace) }
    case "atom:title":
      if title == nil { title = FeedEntry.joined(FeedEntry.html(element).paragraphs) }
    case "atom:link", "link":
      if element["rel"] == "next", next == nil { next = element["href"] }
    default: break
    }
  }
}
