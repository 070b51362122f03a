import Models

/// A page of an XML feed: RSS 0.9x, 1.0 or 2.0, or Atom.
struct XMLFeed {
  private(set) var title: String?
  private(set) var next: String?
  private(set) var entries: [FeedEntry] = []

  /// Elements that contain the feed itself.
  private static let containers: Set = ["rss", "rdf:RDF", "channel", "atom:feed", "feed"]

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8.
  ///   - limits: Limits on its size.
  ///   - watch: Can stop it early.
  /// - Throws: `.notAFeed`, `.damaged` or `.tooLarge`.
  init(_ bytes: [UInt8], limits: FeedLimits, watch: ReadingWatch = .unlimited) throws(FeedError) {
    var reader = XMLReader(bytes, depthLimit: limits.depth, watch: watch)
    guard case .start(let root, _) = try reader.next() else {
      throw FeedError(.notAFeed, .localized("it contains no XML element"))
    }
    guard Self.containers.contains(root.name), root.name != "channel" else {
      let name = FeedText.reference(root.name)
      throw FeedError(
        .notAFeed, .localized("XML, but not a feed: its root element is “%s”", name))
    }
    // One more than allowed, to know whether there is more.
    while entries.count <= limits.items {
      switch try reader.next() {
      case .finished: return
      case .end: continue
      case .start(let head, let isEmpty):
        guard !Self.containers.contains(head.name) else { continue }
        let element = try reader.element(head, isEmpty: isEmpty)
        take(element)
      }
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
