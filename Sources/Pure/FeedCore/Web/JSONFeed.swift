import FoundationEssentials
import Models

/// A page of a JSON Feed 1.1 (jsonfeed.org), read with an eye closed: what has the wrong type counts as
/// missing, and so does an entry that is no object.
struct JSONFeed {
  private(set) var title: String?
  private(set) var next: String?
  private(set) var entries: [FeedEntry] = []

  /// Reads a page.
  ///
  /// - Throws: `.damaged` if it is no JSON, `.notAFeed` if it is no feed.
  init(_ bytes: [UInt8]) throws(FeedDocument.Failure) {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch {
      guard case .dataCorrupted(let context)? = error as? DecodingError else {
        throw FeedDocument.Failure(.notAFeed, .localized("it is JSON, but no object"))
      }
      throw FeedDocument.Failure(
        .damaged, .localized("it is cut off, or no JSON: %s", context.debugDescription))
    }
    guard let items = document.items,
      document.version?.contains("jsonfeed.org/version/") ?? true
    else {
      throw FeedDocument.Failure(
        .notAFeed, .localized("it is JSON, but no JSON Feed: that has “version” and “items”"))
    }
    title = document.title
    next = document.nextAddress
    entries = items.map { $0.entry(authors: document.authors) }
  }

  // MARK: What stands in the document

  private struct Document: Decodable {
    var version: String?
    var title: String?
    var nextAddress: String?
    var authors: String?
    var items: [Item]?

    init(from decoder: any Decoder) throws {
      let object = try Fields(decoder)
      version = object.string("version")
      title = object.string("title")
      nextAddress = object.string("next_url")
      authors = Author.names(object)
      items = object.list("items")
    }
  }

  private struct Item: Decodable {
    var entry: FeedEntry
    var hasAuthors: Bool

    init(from decoder: any Decoder) throws {
      let object = try Fields(decoder)
      entry = FeedEntry()
      entry.id = object.string("id") ?? object.number("id")
      entry.title = object.string("title")
      entry.author = Author.names(object)
      hasAuthors = entry.author != nil
      entry.link = object.string("url") ?? object.string("external_url")
      entry.date = FeedDate.any(object.string("date_published") ?? object.string("date_modified"))
      entry.summary = object.string("summary").map(FeedText.paragraphs(ofPlain:)) ?? []
      entry.pictures = ["image", "banner_image"].compactMap { object.string($0) }.prefix(1) + []
      if let html = object.string("content_html") {
        let text = HTMLText(html)
        entry.text = text.paragraphs
        if entry.pictures.isEmpty { entry.pictures = text.picture.map { [$0] } ?? [] }
      }
      if entry.text.isEmpty, let plain = object.string("content_text") {
        entry.text = FeedText.paragraphs(ofPlain: plain)
      }
      entry.enclosures = Self.grouped(object.list("attachments") ?? [])
    }

    func entry(authors: String?) -> FeedEntry {
      guard !hasAuthors, let authors else { return entry }
      var entry = entry
      entry.author = authors
      return entry
    }

    /// Attachments of one title are forms of one thing (JSON Feed 1.1, Attachments); without titles,
    /// those of one duration.
    private static func grouped(_ attachments: [Attachment]) -> [[FeedEntry.Enclosure]] {
      var groups: [[FeedEntry.Enclosure]] = []
      for attachment in attachments.compactMap(\.enclosure) {
        let index = groups.firstIndex { group in
          guard let first = group.first else { return false }
          if let title = attachment.title { return first.title == title }
          return first.title == nil && attachment.duration != nil
            && first.duration == attachment.duration
        }
        if let index { groups[index].append(attachment) } else { groups.append([attachment]) }
      }
      return groups
    }
  }

  private struct Attachment: Decodable {
    var enclosure: FeedEntry.Enclosure?

    init(from decoder: any Decoder) throws {
      let object = try Fields(decoder)
      guard let address = object.string("url") else { return }
      enclosure = FeedEntry.Enclosure(
        address: address, type: object.string("mime_type"), title: object.string("title"),
        size: object.double("size_in_bytes").flatMap { Int(exactly: $0.rounded()) },
        duration: object.double("duration_in_seconds").flatMap { $0 > 0 ? $0 : nil })
    }
  }

  private struct Author: Decodable {
    var name: String?

    init(from decoder: any Decoder) throws {
      name = try Fields(decoder).string("name")
    }

    /// Of version 1.1, or the only one of version 1.
    static func names(_ object: Fields) -> String? {
      let authors: [Author] = object.list("authors") ?? object.value("author").map { [$0] } ?? []
      let names = authors.compactMap(\.name)
      return names.isEmpty ? nil : names.joined(separator: ", ")
    }
  }

  /// An object whose fields may be of any type.
  private struct Fields {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Key.self)
    }

    func value<Value: Decodable>(_ name: String) -> Value? {
      try? container.decodeIfPresent(Value.self, forKey: Key(stringValue: name))
    }

    /// A text that is not empty.
    func string(_ name: String) -> String? {
      let text: String? = value(name)
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    func double(_ name: String) -> Double? {
      let number: Double? = value(name)
      return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A number as text: what some feeds have for ids.
    func number(_ name: String) -> String? {
      if let whole: Int64 = value(name) { return "\(whole)" }
      return double(name).map { "\($0)" }
    }

    /// The elements of a list that are what they should be; `nil` if there is no list.
    func list<Element: Decodable>(_ name: String) -> [Element]? {
      let elements: [Lossy<Element>]? = value(name)
      return elements?.compactMap(\.value)
    }
  }

  private struct Lossy<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) throws {
      value = try? Value(from: decoder)
    }
  }
}
