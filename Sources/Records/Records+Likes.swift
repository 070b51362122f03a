import FeedCore
import GRDB
import Models

extension Records {
  /// How much of an article's paragraphs is kept, in characters.
  private static let longestText = 10_000

  /// What is remembered of items; those without any mark are left out.
  func marks(of keys: [ContentKey]) throws -> [ContentKey: ItemMarks] {
    try keys.reduce(into: [:]) { marks, key in
      guard let id = try find(key),
        let row = try rows(
          """
          SELECT liked.item AS liked, seen, rotation, \(Review.columns("review."))
          FROM item LEFT JOIN liked ON liked.item = item.id
            LEFT JOIN review ON review.item = item.id WHERE id = ?
          """, [id]
        ).first
      else { return }
      let found = ItemMarks(
        isLiked: (row["liked"] as Int64?) != nil,
        seen: options.keepsHistory ? row["seen"] : nil,
        rotation: (row["rotation"] as Int?).flatMap(Rotation.init), review: Review(row))
      if found != ItemMarks() { marks[key] = found }
    }
  }

  /// Likes or unlikes an item, if it has a key.
  ///
  /// - Parameters:
  ///   - item: The item, with what is needed to show it again.
  ///   - time: Now, in seconds since 1970.
  func setLiked(_ item: FeedItem, _ isLiked: Bool, at time: Double) throws {
    guard let key = item.key else { return }
    guard isLiked else {
      if let id = try find(key) { try unlike(id) }
      return
    }
    let id = try save(key, title: item.title)
    try like(id, content(of: item), at: time)
    if let address = item.playable?.location.address { try setNamed(id, by: address) }
  }

  /// Saves how the user has rotated an item, if it has a key; `.none` erases that.
  func setRotation(_ item: FeedItem, _ rotation: Rotation) throws {
    guard let key = item.key else { return }
    let isRotated = rotation != .none
    guard let id = try isRotated ? save(key, title: item.title) : find(key) else { return }
    try run(
      "UPDATE item SET rotation = ? WHERE id = ?", [isRotated ? rotation.rawValue : nil, id])
  }

  /// What is needed to show a liked item again.
  struct LikedContent {
    /// The raw values are saved.
    enum Page: String {
      case clip
      case still
      case article
    }

    var page: Page
    /// The address of an entry's clip: a file's or a web address.
    var url: String?
    /// The web page of an article.
    var link: String?
    /// An article's paragraphs, a line each.
    var text: String?
  }

  /// Likes an item; one that is liked already keeps its time.
  func like(_ id: Int64, _ content: LikedContent?, at time: Double) throws {
    guard let content else { return }
    try run(
      """
      INSERT INTO liked (item, at, page, url, link, text) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, [id, time, content.page.rawValue, content.url, content.link, content.text])
  }

  func unlike(_ id: Int64) throws {
    try run("DELETE FROM liked WHERE item = ?", [id])
  }

  /// The liked items that still exist, latest first.
  func likedItems() throws -> [FoundItem] {
    // There are few likes, and SQLite does not know that: a cross join starts with them.
    try rows(
      """
      SELECT item.id, kind, feed, location, substr(title, 1, 500) AS title, page, url, link, text, size, modified,
        item.id IN (SELECT item FROM named_by_public) AS public
      FROM liked CROSS JOIN item ON item.id = liked.item WHERE location IS NOT NULL
      ORDER BY at DESC, item.id DESC
      """
    ).compactMap { try found($0) }
  }

  /// The clips that were left before their end and still exist, latest first.
  func begunItems() throws -> [FoundItem] {
    try rows(
      """
      SELECT item.id, kind, feed, location, substr(title, 1, 500) AS title, 'clip' AS page, url,
        size, modified, item.id IN (SELECT item FROM named_by_public) AS public
      FROM item LEFT JOIN liked ON liked.item = item.id
      WHERE position IS NOT NULL AND location IS NOT NULL
      ORDER BY seen DESC, item.id DESC
      """
    ).compactMap { try found($0) }
  }

  private func found(_ row: RecordRow) throws -> FoundItem? {
    guard let kind = (row["kind"] as String?).flatMap(ItemKey.Kind.init),
      let page = (row["page"] as String?).flatMap(LikedContent.Page.init),
      let location: String = row["location"]
    else { return nil }
    let feed: String = row["feed"] ?? ""
    let title = CleanText(row["title"] ?? "")
    let entry = kind == .entry ? FeedItem.Entry(feed: feed, id: location) : nil
    if page == .article {
      let text: String = row["text"] ?? ""
      return FoundItem(
        kind: .article(
          Article(
            title: title, paragraphs: text.split(separator: "\n").map { CleanText(String($0)) },
            link: (row["link"] as String?).flatMap { RemoteAddress($0) }
              .flatMap { $0.scheme.isWeb ? $0 : nil })),
        entry: entry)
    }
    let url: String? = row["url"]
    guard var media = options.base.media(url ?? location) else { return nil }
    // An entry's id is any text that its feed chose: it leads to no machine that only `ssh` reaches.
    if kind == .entry, url == nil, media.address?.scheme.isWeb == false { return nil }
    if var address = media.address {
      let isPublic: Bool = row["public"] ?? true
      address.isNamedByPublic = isPublic || url == nil && kind == .entry && Self.isPublic(feed)
      media = .remote(address)
    }
    if kind == .file, let path = media.filePath, try !isStillThere(path, row) { return nil }
    let clip = Clip(location: media, title: title.isEmpty && !media.isRemote ? media.title : title)
    return FoundItem(kind: page == .clip ? .playing(clip) : .still(clip), entry: entry)
  }

  /// Whether a file has neither gone nor been replaced.
  private func isStillThere(_ path: FilePath, _ row: RecordRow) throws -> Bool {
    guard let version = FileVersion(path) else { return false }
    guard let known = FileVersion(row), known != version else { return true }
    return try find(.file(path)) == row["id"]
  }

  private func content(of item: FeedItem) -> LikedContent? {
    switch item.kind {
    case .clip(let clip): return LikedContent(page: .clip, url: address(of: clip, in: item))
    case .excerpt(let excerpt):
      return LikedContent(page: .clip, url: address(of: excerpt.clip, in: item))
    case .still(let clip): return LikedContent(page: .still, url: address(of: clip, in: item))
    case .article(let article):
      var rest = Self.longestText
      let paragraphs = article.paragraphs.prefix { paragraph in
        rest -= paragraph.string.unicodeScalars.count
        return rest >= 0
      }
      return LikedContent(
        page: .article, link: article.link?.withoutSecrets.string,
        text: paragraphs.map(\.string).joined(separator: "\n"))
    case .notice: return nil
    }
  }

  /// For entries only: the locations of other items are their addresses.
  private func address(of clip: Clip, in item: FeedItem) -> String? {
    guard item.entry != nil else { return nil }
    return clip.location.filePath.map { options.base.location(CanonicalPath.ofItem($0)) }
      ?? clip.location.uri
  }
}
