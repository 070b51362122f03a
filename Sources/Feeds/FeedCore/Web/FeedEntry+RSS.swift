extension FeedEntry {
  /// Reads an RSS `item` (RSS 2.0 with its modules `content`, `dc`, `itunes` and Media RSS).
  init(rss item: XMLElement) {
    title = Self.line(item.text(of: "title", "itunes:title", "media:title", "dc:title"))
    link = item.text(of: "link") ?? item.child("atom:link")?["href"]
    id = item.text(of: "guid") ?? item.attributes["rdf:about"]
    author = item.text(of: "dc:creator", "itunes:author", "author")
    date = FeedDate.any(item.text(of: "pubDate", "dc:date", "date"))
    duration = FeedDate.duration(item.text(of: "itunes:duration"))
    let short = HTMLText(item.text(of: "description", "itunes:summary") ?? "")
    let long = item.text(of: "content:encoded").map { HTMLText($0) } ?? short
    text = long.paragraphs.isEmpty ? short.paragraphs : long.paragraphs
    summary = short.paragraphs
    frames = [long.frame, short.frame].compactMap(\.self)
    if let permalink = item.child("guid"), link == nil, permalink["isPermaLink"] != "false",
      permalink.text.trimmingWhitespace.hasPrefix("http")
    {
      link = permalink.text.trimmingWhitespace
    }
    take(
      enclosures: item.children("enclosure").compactMap {
        Enclosure($0, at: "url", size: "length")
      }, media: item)
  }

  /// Reads an Atom `entry` (RFC 4287).
  init(atom entry: XMLElement) {
    let links = entry.children.filter { $0.name == "atom:link" || $0.name == "link" }
    let part = { (name: String) in entry.child("atom:\(name)") ?? entry.child(name) }
    title =
      part("title").map(Self.html).flatMap { Self.joined($0.paragraphs) }
      ?? entry.text(of: "media:title")
    id = entry.text(of: "atom:id", "id")
    link = (links.first { ($0["rel"] ?? "alternate") == "alternate" })?["href"]
    author = (part("author")?.text(of: "atom:name", "name")) ?? entry.text(of: "dc:creator")
    date = FeedDate.any(entry.text(of: "atom:published", "atom:updated", "published", "updated"))
    let content = part("content")
    let long = content.map(Self.html)
    let short = part("summary").map(Self.html)
    summary = short?.paragraphs ?? []
    text = long?.paragraphs ?? []
    if text.isEmpty { text = summary }
    frames = [long?.frame, short?.frame].compactMap(\.self)
    var enclosures = links.filter { $0["rel"] == "enclosure" }.compactMap {
      Enclosure($0, at: "href", size: "length", title: $0["title"])
    }
    // Content may be out of line (RFC 4287, 4.1.3.2).
    if let source = content?["src"] {
      enclosures.append(Enclosure(address: source, type: content?["type"]))
    }
    take(enclosures: enclosures, media: entry)
  }

  /// An Atom text construct: plain, HTML or XHTML.
  static func html(_ element: XMLElement) -> HTMLText {
    switch element["type"]?.lowercased() {
    case "html", "text/html": return HTMLText(element.text)
    case "xhtml", "application/xhtml+xml": return HTMLText(Array(element.content))
    default:
      var text = HTMLText("")
      text.paragraphs = FeedText.paragraphs(ofPlain: element.text)
      return text
    }
  }

  /// An RSS title, which is plain text by specification and HTML in practice.
  static func line(_ text: String?) -> String? {
    guard let text, text.contains("<") || text.contains("&") else { return text }
    return joined(HTMLText(text).paragraphs) ?? text
  }

  static func joined(_ paragraphs: [String]) -> String? {
    paragraphs.isEmpty ? nil : paragraphs.joined(separator: " ")
  }

  // MARK: Media RSS

  /// Takes the entry's content: its enclosures, or its Media RSS.
  private mutating func take(enclosures: [Enclosure], media: XMLElement) {
    let groups = media.children("media:group")
    let contents =
      media.children("media:content").map { [$0] } + groups.map { $0.children("media:content") }
    let described = contents.map { $0.compactMap(Self.enclosure) }.filter { !$0.isEmpty }
    for holder in [media] + groups + media.children("media:content") {
      if title == nil { title = holder.text(of: "media:title") }
      if text.isEmpty, let description = holder.child("media:description") {
        text = HTMLText(description.text).paragraphs
      }
      frames += holder.children("media:thumbnail").compactMap { $0["url"] }
    }
    frames += [media.child("itunes:image")?["href"]].compactMap(\.self)
    let own = enclosures.filter { $0.kind != nil && $0.kind != .still }
    let hasVideo = own.contains { $0.kind == .video }
    let offersVideo = described.joined().contains { $0.kind == .video }
    // Both describe the same file; if they differ, the video counts.
    if own.isEmpty || offersVideo && !hasVideo {
      self.enclosures = described.isEmpty ? enclosures.map { [$0] } : described
    } else {
      let known = Dictionary(
        described.joined().map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
      self.enclosures = own.map { enclosure in
        var enclosure = enclosure
        enclosure.duration = known[enclosure.address]?.duration
        return [enclosure]
      }
    }
  }

  private static func enclosure(_ content: XMLElement) -> Enclosure? {
    let media = content["medium"].map { $0 == "image" ? "image/*" : "\($0)/*" }
    let known = ["image/*", "video/*", "audio/*"]
    var enclosure = Enclosure(
      content, at: "url", size: "fileSize", title: content.text(of: "media:title"))
    if enclosure?.type == nil { enclosure?.type = media.flatMap { known.contains($0) ? $0 : nil } }
    enclosure?.duration = FeedDate.duration(content["duration"])
    return enclosure
  }
}

extension FeedEntry.Enclosure {
  /// Reads an element's attributes; `nil` if it has no address.
  fileprivate init?(_ element: XMLElement, at address: String, size: String, title: String? = nil) {
    guard let address = element[address] else { return nil }
    let size = element[size].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    self.init(address: address, type: element["type"], title: title, size: size)
  }
}
