import Models

/// A page of a JSON Feed 1.1 (jsonfeed.org), read leniently: a value of the wrong type counts as
/// missing, and so does an entry that is not an object.
struct JSONFeed {
  private(set) var title: String?
  private(set) var next: String?
  private(set) var entries: [FeedEntry] = []
  /// Whether it was written by `FeedWriter`.
  private(set) var isWritten = false
  private var version: String?
  private var author: String?
  private var isFeed = false

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8.
  ///   - limits: Limits on its size.
  ///   - watch: Can stop it early.
  /// - Throws: `.damaged` if it is not JSON, `.notAFeed` if it is not a feed, `.tooLarge`,
  ///   `.cancelled`.
  init(
    _ bytes: [UInt8], limits: FeedLimits = FeedLimits(), watch: ReadingWatch = .unlimited
  ) throws(FeedError) {
    var reader = JSONReader(bytes, depthLimit: limits.depth, watch: watch)
    let isObject = try reader.object { (reader, name) throws(FeedError) in
      switch name {
      case "version": version = try reader.text()
      case "title": title = try reader.text()
      case "next_url": next = try reader.text()
      case "authors", "author": author = try Self.authors(&reader) ?? author
      case FeedWriter.mark:
        isWritten = try reader.object { (reader, _) throws(FeedError) in
          try reader.skip()
        }
      case "items":
        isFeed = try reader.list { (reader) throws(FeedError) in
          // One more than allowed, to know whether there is more.
          guard entries.count <= limits.items else { return try reader.skip() }
          if let entry = try Self.entry(&reader, limits) { entries.append(entry) }
        }
      default: try reader.skip()
      }
    }
    guard isObject else {
      throw FeedError(.notAFeed, .localized("JSON, but not an object"))
    }
    guard reader.isAtEnd else {
      throw FeedError(.damaged, .localized("it has data after its end"))
    }
    guard isFeed, version?.contains("jsonfeed.org/version/") ?? true else {
      throw FeedError(
        .notAFeed, .localized("JSON, but not a JSON Feed: “version” or “items” is missing"))
    }
    guard let author else { return }
    for index in entries.indices where entries[index].author == nil {
      entries[index].author = author
    }
  }

  private static func entry(
    _ reader: inout JSONReader, _ limits: FeedLimits
  ) throws(FeedError) -> FeedEntry? {
    var entry = FeedEntry()
    // Of two fields with the same meaning, the better one counts, in any order.
    var url: String?
    var banner: String?
    var plain: String?
    var html: HTMLText?
    var attachments = AttachmentGroups()
    let isObject = try reader.object { (reader, name) throws(FeedError) in
      switch name {
      case "id":
        entry.id = try reader.isAtString() ? reader.text() : reader.number().map(Self.canonical)
      case "title": entry.title = try reader.text()
      case "url": url = try reader.text()
      case "external_url": entry.external = try reader.text()
      case FeedWriter.mark: entry.film = try Self.film(&reader)
      case "date_published": entry.date = FeedDate.any(try reader.text())
      case "date_modified": entry.modified = FeedDate.any(try reader.text())
      case "summary": entry.summary = try reader.text().map(FeedText.paragraphs(ofPlain:)) ?? []
      case "image": entry.frames = try reader.text().map { [$0] } ?? []
      case "banner_image": banner = try reader.text()
      case "content_html": html = try reader.text().map { HTMLText($0) }
      case "content_text": plain = try reader.text()
      case "authors", "author": entry.author = try Self.authors(&reader) ?? entry.author
      case "attachments":
        _ = try reader.list { (reader) throws(FeedError) in
          guard attachments.count <= limits.items else { return try reader.skip() }
          if let attachment = try Self.attachment(&reader) { attachments.add(attachment) }
        }
      default: try reader.skip()
      }
    }
    guard isObject else { return nil }
    entry.link = url ?? entry.external
    entry.date = entry.date ?? entry.modified
    if entry.frames.isEmpty, let frame = banner ?? html?.frame { entry.frames = [frame] }
    entry.text = html?.paragraphs ?? []
    if entry.text.isEmpty, let plain { entry.text = FeedText.paragraphs(ofPlain: plain) }
    entry.enclosures = attachments.groups
    return entry
  }

  private static func attachment(
    _ reader: inout JSONReader
  ) throws(FeedError) -> FeedEntry.Enclosure? {
    var address: String?
    var enclosure = FeedEntry.Enclosure(address: "")
    _ = try reader.object { (reader, name) throws(FeedError) in
      switch name {
      case "url": address = try reader.text()
      case "mime_type": enclosure.type = try reader.text()
      case "title": enclosure.title = try reader.text()
      case "size_in_bytes":
        enclosure.size = try reader.number().flatMap { Double($0) }.flatMap {
          Int(exactly: $0.rounded())
        }
      case "duration_in_seconds":
        enclosure.duration = try reader.number().flatMap { Double($0) }.flatMap {
          $0 > 0 && $0.isFinite ? $0 : nil
        }
      default: try reader.skip()
      }
    }
    guard let address else { return nil }
    enclosure.address = address
    return enclosure
  }

  private static func film(_ reader: inout JSONReader) throws(FeedError) -> FeedEntry.Film? {
    var address: String?
    var film = FeedEntry.Film(address: "")
    _ = try reader.object { (reader, name) throws(FeedError) in
      switch name {
      case "film": address = try reader.text()
      case "at": film.start = try reader.number().flatMap { Double($0) }
      case "duration": film.duration = try reader.number().flatMap { Double($0) }
      default: try reader.skip()
      }
    }
    guard let address else { return nil }
    film.address = address
    return film
  }

  /// The authors of version 1.1, or the single one of version 1.
  private static func authors(
    _ reader: inout JSONReader
  ) throws(FeedError) -> String? {
    var names: [String] = []
    func take(_ reader: inout JSONReader) throws(FeedError) {
      _ = try reader.object { (reader, field) throws(FeedError) in
        guard field == "name", names.count < 100 else { return try reader.skip() }
        if let name = try reader.text() { names.append(name) }
      }
    }
    if try reader.isAtList() {
      _ = try reader.list(take)
    } else {
      try take(&reader)
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// A number as text: some feeds have numeric ids.
  private static func canonical(_ number: String) -> String {
    Int64(number).map(String.init) ?? Double(number).map { "\($0)" } ?? number
  }
}

/// Attachments with the same title are alternatives (JSON Feed 1.1, Attachments); without titles,
/// those with the same duration.
private struct AttachmentGroups {
  private enum Key: Hashable {
    case title(String)
    case duration(Double)
  }

  private(set) var groups: [[FeedEntry.Enclosure]] = []
  private(set) var count = 0
  private var places: [Key: Int] = [:]

  mutating func add(_ attachment: FeedEntry.Enclosure) {
    count += 1
    let key = attachment.title.map(Key.title) ?? attachment.duration.map(Key.duration)
    if let key, let place = places[key] {
      groups[place].append(attachment)
    } else {
      if let key { places[key] = groups.count }
      groups.append([attachment])
    }
  }
}

extension JSONReader {
  /// A string that is not empty.
  fileprivate mutating func text() throws(FeedError) -> String? {
    try string().flatMap { $0.isEmpty ? nil : $0 }
  }
}
