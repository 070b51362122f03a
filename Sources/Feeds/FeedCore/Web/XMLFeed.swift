import Models

/// A page of an XML feed: RSS 0.9x, 1.0 or 2.0, Atom; or an XSPF list.
struct XMLFeed {
  private(set) var title: String?
  private(set) var next: String?
  private(set) var entries: [FeedEntry] = []
  /// The clips, if it is a list.
  private(set) var list: [Playlist.Entry]?
  /// The base addresses of its own references.
  private(set) var bases: [String] = []

  /// Elements that contain the feed itself.
  private static let containers: Set = ["rss", "rdf:RDF", "channel", "atom:feed", "feed"]

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8.
  ///   - base: Its location.
  ///   - limits: Limits on its size.
  ///   - watch: Can stop it early.
  /// - Throws: `.notAFeed`, `.damaged` or `.tooLarge`.
  init(
    _ bytes: [UInt8], base: FeedBase, limits: FeedLimits, watch: ReadingWatch = .unlimited
  ) throws(FeedError) {
    var reader = XMLReader(bytes, depthLimit: limits.depth, watch: watch)
    guard case .start(let root, _) = try reader.next() else {
      throw FeedError(.notAFeed, .localized("it contains no XML element"))
    }
    // An XSPF list (xspf.org, version 1).
    if root.name == "playlist" { list = [] }
    guard list != nil || Self.containers.contains(root.name) && root.name != "channel" else {
      let name = FeedText.reference(root.name)
      throw FeedError(
        .notAFeed, .localized("XML, but not a feed: its root element is “%s”", name))
    }
    bases = root.bases
    // One more than allowed, to know whether there is more.
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
