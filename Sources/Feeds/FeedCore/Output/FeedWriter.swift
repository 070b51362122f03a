import Models

/// Writes clips as a JSON Feed 1.1 (jsonfeed.org/version/1.1) in static pages, each linking to the
/// next. Equal clips give equal bytes.
package struct FeedWriter: Hashable, Sendable {
  /// A clip below the feed's base.
  package struct Entry: Hashable, Sendable {
    /// The path from the base, any bytes, without a leading slash.
    package var path: [UInt8]
    /// In bytes.
    package var size: Int
    /// When it was last changed, in seconds since 1970.
    package var modified: Int
    /// In seconds; `nil` if unknown.
    package var duration: Double?
    /// When it was recorded, in seconds since 1970; `nil` if unknown.
    package var recorded: Double?
    /// Its excerpts, which are listed in its place; none if it is listed whole.
    package var excerpts: [TimeSpan] = []

    package init(path: [UInt8], size: Int, modified: Int, duration: Double?) {
      self.path = path
      self.size = size
      self.modified = modified
      self.duration = duration
    }
  }

  /// A file of the feed.
  package struct Page: Hashable, Sendable {
    package var name: String
    package var text: String
  }

  /// The member by which Flick recognises its own pages: extensions begin with an underscore (JSON
  /// Feed 1.1, Extensions).
  package static let mark = "_flick"

  package var title: CleanText
  /// The address of the clips; ends in a slash.
  package var base: String
  /// The address of the pages; ends in a slash.
  package var pageBase: String
  /// The most items on a page; 1 or more.
  package var pageSize: Int
  /// Name and version of the program.
  package var generator: String

  package init(
    title: CleanText, base: RemoteAddress, pageBase: RemoteAddress, pageSize: Int, generator: String
  ) {
    self.title = title
    self.base = Self.folder(base)
    self.pageBase = Self.folder(pageBase)
    self.pageSize = max(pageSize, 1)
    self.generator = generator
  }

  /// The file name of a page, the first being 1.
  package static func name(ofPage number: Int) -> String {
    number == 1 ? "feed.json" : "feed-\(number).json"
  }

  /// The number of the page with this name; `nil` for any other name.
  package static func pageNumber(of name: String) -> Int? {
    if name == "feed.json" { return 1 }
    guard name.hasPrefix("feed-"), name.hasSuffix(".json"),
      let number = Int(name.dropFirst(5).dropLast(5)), number > 1, Self.name(ofPage: number) == name
    else { return nil }
    return number
  }

  /// An item: a clip, or one of its excerpts.
  private typealias Item = (entry: Entry, number: Int?)

  /// The pages of a feed, in order; a single empty one if there are no entries.
  package func pages(of clips: [Entry]) -> [Page] {
    let entries = clips.flatMap { entry -> [Item] in
      entry.excerpts.isEmpty ? [(entry, nil)] : entry.excerpts.indices.map { (entry, $0) }
    }
    let count = max((entries.count + pageSize - 1) / pageSize, 1)
    return (1...count).map { number in
      let start = (number - 1) * pageSize
      let items = entries[start..<min(start + pageSize, entries.count)]
      let next = number < count ? pageBase + Self.name(ofPage: number + 1) : nil
      let document = JSONOutput.members([
        "version": .string("https://jsonfeed.org/version/1.1"),
        "title": .string(title.string),
        "feed_url": .string(pageBase + Self.name(ofPage: 1)),
        "next_url": next.map { .string($0) },
        Self.mark: .members(["generator": .string(generator), "page": .integer(number)]),
        "items": .array(items.map(item)),
      ])
      return Page(name: Self.name(ofPage: number), text: document.document)
    }
  }

  private func item(_ item: Item) -> JSONOutput {
    let entry = item.entry
    let span = item.number.map { entry.excerpts[$0] }
    let whole = address(of: entry)
    let address = JSONOutput.string(span.map { "\(whole)#\($0.mediaFragment)" } ?? whole)
    var name = CleanText(bytes: FilePath(bytes: entry.path).lastComponent).string
    if let number = item.number { name += " (\(number + 1)/\(entry.excerpts.count))" }
    let film = span.map { span in
      JSONOutput.members([
        "film": .string(whole), "at": .decimal(span.start),
        "duration": entry.duration.map { .decimal($0) },
      ])
    }
    let length =
      span == nil ? entry.duration : span.flatMap { part in part.end.map { $0 - part.start } }
    return .members([
      "id": address,
      "url": address,
      "title": .string(name),
      // An item must have content.
      "content_text": .string(CleanText(bytes: entry.path).string),
      Self.mark: film,
      "date_published": .string(
        Timestamp.text(seconds: entry.recorded.map { Int(saturating: $0) } ?? entry.modified)),
      "date_modified": entry.recorded.map { _ in .string(Timestamp.text(seconds: entry.modified)) },
      "attachments": .array([
        .members([
          "url": address,
          "mime_type": .string(FileMediaType.of(FilePath(bytes: entry.path))),
          "title": .string(name),
          "size_in_bytes": span == nil ? .integer(entry.size) : nil,
          "duration_in_seconds": length.map { .decimal($0) },
        ])
      ]),
    ])
  }

  func address(of entry: Entry) -> String { base + PercentCoding.encodedPath(entry.path) }

  private static func folder(_ address: RemoteAddress) -> String {
    address.string.hasSuffix("/") ? address.string : address.string + "/"
  }
}
