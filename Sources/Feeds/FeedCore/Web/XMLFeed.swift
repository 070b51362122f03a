import Models

/// A page of a feed in XML: RSS 0.9x, 1.0 or 2.0, Atom; or a list in the format XSPF.
struct XMLFeed {
  private(set) var title: String?
  private(set) var next: String?
  private(set) var entries: [FeedEntry] = []
  /// The clips, if it is a list.
  private(set) var list: Playlist?
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
  ) throws(FeedDocument.Failure) {
    var reader = XMLReader(bytes, depthLimit: limits.depth, watch: watch)
    guard case .start(let root, let isEmpty) = try reader.next() else {
      throw FeedDocument.Failure(.notAFeed, .localized("there is no element of XML in it"))
    }
    if root.name == "playlist" {
      try readList(&reader, isEmpty, base, limits)
      return
    }
    guard Self.containers.contains(root.name), root.name != "channel" else {
      let name = FeedText.reference(root.name)
      throw FeedDocument.Failure(
        .notAFeed, .localized("it is XML, but no feed: its root is “%s”", name))
    }
    bases = root.bases
    // One more than may be taken, so that the rest is known of.
    while entries.count <= limits.items {
      switch try reader.next() {
      case .finished: return
      case .end: continue
      case .start(let head, let isEmpty):
        if Self.containers.contains(head.name) {
          if head.bases.count > bases.count { bases = head.bases }
          continue
        }
        take(try reader.element(head, isEmpty: isEmpty))
      }
    }
  }

  /// Reads a list in the format XSPF (xspf.org, version 1).
  private mutating func readList(
    _ reader: inout XMLReader, _ isEmpty: Bool, _ base: FeedBase, _ limits: FeedLimits
  ) throws(FeedDocument.Failure) {
    var tracks: [Playlist.Entry] = []
    reading: while !isEmpty, tracks.count <= limits.items {
      switch try reader.next() {
      case .finished: break reading
      case .end: continue
      case .start(let head, let isEmpty):
        if head.name == "trackList" { continue }
        let element = try reader.element(head, isEmpty: isEmpty)
        if head.name == "track" {
          if let track = Playlist.Entry(xspf: element, base: base) { tracks.append(track) }
        } else if head.name == "title", title == nil {
          title = element.text.trimmingWhitespace
        }
      }
    }
    list = Playlist(entries: tracks)
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
