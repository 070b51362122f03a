import FeedCore
import Models

/// Identifies a liked item: a file also by its size and date, because another file at its path is a
/// different one.
struct LikeKey: Hashable {
  var item: RecordKey
  var size: Int?
  /// When the file was last changed, to the nanosecond.
  var modified: String?
}

extension LikeKey {
  /// The key of content as it is now; a missing file has neither size nor date.
  init(_ key: ContentKey) {
    self.init(item: RecordKey(key, canonical: CanonicalPath.ofItem))
    guard case .file(let path) = key, let status = try? FileStatus(path) else { return }
    size = status.size
    modified = Timestamp.text(status.modified)
  }
}

/// A line of the file of likes: a like, with what is needed to show the item again, or an unlike.
struct LikeRecord: LedgerRecord {
  /// The kind of page.
  enum Page: String, Decodable {
    case clip
    case still = "picture"
    case article
  }

  var liked: Bool
  var kind: RecordKey.Kind
  var id: String
  var feed: String?
  var size: Int?
  var modified: String?
  var page: Page?
  var title: String?
  /// The address of an entry's clip: a file's or a web address.
  var url: String?
  /// The web page of an article.
  var link: String?
  /// An article's paragraphs.
  var text: [String]?

  var key: LikeKey {
    LikeKey(item: RecordKey(kind: kind, id: id, feed: feed), size: size, modified: modified)
  }
  var isErasure: Bool { !liked }

  /// How much of an article's paragraphs is kept, in characters.
  private static let longestText = 10_000

  /// The line that likes or unlikes an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - key: What identifies it.
  ///   - isLiked: Whether it is liked.
  ///   - time: Now, in seconds since 1970.
  static func line(_ item: FeedItem, _ key: LikeKey, isLiked: Bool, at time: Double) -> [UInt8] {
    var members: [JSONOutput.Member] = [.init("liked", .bool(isLiked))] + key.item.members
    if let size = key.size { members.append(.init("size", .integer(size))) }
    if let modified = key.modified { members.append(.init("modified", .string(modified))) }
    if isLiked { members += content(of: item) }
    members.append(.init("at", .string(Timestamp.text(time))))
    return Array("\(JSONOutput.object(members).line)\n".utf8)
  }

  private static func content(of item: FeedItem) -> [JSONOutput.Member] {
    let title = JSONOutput.Member("title", .string(item.title.shortened))
    switch item.kind {
    case .clip(let clip):
      return [.init("page", .string(Page.clip.rawValue)), title] + address(of: clip, in: item)
    case .still(let clip):
      return [.init("page", .string(Page.still.rawValue)), title] + address(of: clip, in: item)
    case .article(let article):
      var rest = longestText
      let paragraphs = article.paragraphs.prefix { paragraph in
        rest -= paragraph.string.unicodeScalars.count
        return rest >= 0
      }
      return [.init("page", .string(Page.article.rawValue)), title]
        + (article.link.map { [.init("link", .string($0.withoutSecrets.string))] } ?? [])
        + [.init("text", .array(paragraphs.map { .string($0.string) }))]
    case .notice: return []
    }
  }

  /// For entries only: the ids of other items are their addresses.
  private static func address(of clip: Clip, in item: FeedItem) -> [JSONOutput.Member] {
    guard item.entry != nil else { return [] }
    switch clip.location {
    case .file(let path): return [.init("url", .string(CanonicalPath.ofItem(path).uri))]
    case .remote(let address): return [.init("url", .string(address.withoutSecrets.string))]
    }
  }

  /// The item to show; `nil` if its file is gone or has been replaced, or if the line does not say
  /// enough.
  var item: FoundItem? {
    guard let content = key.item.contentKey, let page else { return nil }
    if case .file = content, LikeKey(content) != key { return nil }
    let entry = feed.map { FeedItem.Entry(feed: $0, id: id) }
    let title = title.map { CleanText($0) }
    if page == .article {
      let article = Article(
        title: title ?? "", paragraphs: (text ?? []).map { CleanText($0) },
        link: link.flatMap { RemoteAddress($0) })
      return FoundItem(kind: .article(article), entry: entry)
    }
    guard let location = Self.location(url ?? id) else { return nil }
    let clip = Clip(location: location, title: title ?? "")
    return FoundItem(kind: page == .clip ? .clip(clip) : .still(clip), entry: entry)
  }

  private static func location(_ address: String) -> MediaLocation? {
    FilePath(uri: address).map { .file($0) } ?? RemoteAddress(address).map { .remote($0) }
  }
}
