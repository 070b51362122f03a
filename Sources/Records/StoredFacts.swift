import FeedCore
import GRDB
import Models

/// What is recorded of an item, as far as sort orders and filters need it.
struct StoredFacts {
  let host: String
  /// The file's version when it was recorded; `nil` if unknown, or for other items.
  let version: FileVersion?
  let isLiked: Bool
  let seen: Double?
  let isBegun: Bool
  let review: Review
  /// `nil` if the file was never opened for them.
  let media: MediaFacts?

  /// The columns that this is read from, about in the order in which they are read: the first
  /// names are found soonest, and a folder may have 100 000 files.
  static let columns = """
    location, host, size, modified, liked.item IS NOT NULL AS liked, seen, position, codec,
    duration, width, height, recorded, name, \(Review.columns("review.")), kind, feed
    """

  /// From which ``columns`` are selected.
  static let tables = """
    item LEFT JOIN liked ON liked.item = item.id LEFT JOIN review ON review.item = item.id
    """

  init(_ row: RecordRow) {
    host = row["host"] ?? ""
    version = FileVersion(row)
    isLiked = row["liked"] ?? false
    seen = row["seen"]
    isBegun = (row["position"] as Double?).map { $0 > 0 } ?? false
    review = Review(row) ?? Review()
    guard let codec: String = row["codec"] else {
      media = nil
      return
    }
    var media = MediaFacts()
    media.duration = row["duration"]
    media.width = row["width"]
    media.height = row["height"]
    media.codec = codec
    media.recorded = row["recorded"]
    media.title = row["name"] ?? ""
    self.media = media
  }
}

extension Records {
  /// How many items are looked up by one statement.
  private static let chunk = 128

  /// What is recorded of some locations, whatever files are there now.
  func stored(_ keys: [ItemKey]) throws -> [ItemKey: StoredFacts] {
    var stored: [ItemKey: StoredFacts] = [:]
    for (kind, keys) in Dictionary(grouping: keys, by: { Group(kind: $0.kind, feed: $0.feed) }) {
      for start in stride(from: 0, to: keys.count, by: Self.chunk) {
        let part = keys[start...].prefix(Self.chunk)
        let cursor = try Row.fetchCursor(
          database.cachedStatement(sql: Self.lookup),
          arguments: [kind.kind.rawValue, kind.feed]
            + StatementArguments(
              part.map { Optional($0.location) }
                + [String?](repeating: nil, count: Self.chunk - part.count)))
        let names = cursor.columnNames
        while let next = try cursor.next() {
          let row = RecordRow(row: next, names: names)
          let key = ItemKey(kind: kind.kind, location: row["location"] ?? "", feed: kind.feed)
          let facts = StoredFacts(row)
          // This machine's first.
          if stored[key] == nil || facts.host == Self.host { stored[key] = facts }
        }
      }
    }
    return stored
  }

  private struct Group: Hashable {
    var kind: ItemKey.Kind
    var feed: String
  }

  private static let lookup = """
    SELECT \(StoredFacts.columns) FROM \(StoredFacts.tables)
    WHERE kind = ? AND feed = ?
      AND location IN (\(Array(repeating: "?", count: chunk).joined(separator: ", ")))
    """

  /// What is recorded of a file, wherever it was then.
  func stored(_ path: FilePath) throws -> StoredFacts? {
    guard let id = try find(.file(path)) else { return nil }
    return try rows(
      """
      SELECT \(StoredFacts.columns) FROM \(StoredFacts.tables)
      WHERE item.id = ?
      """, [id]
    ).first.map { StoredFacts($0) }
  }

  /// Which of some file sizes are those of files that may be found again after a move.
  func knownSizes(_ sizes: Set<Int>) throws -> Set<Int> {
    var known: Set<Int> = []
    for size in sizes {
      let rows = try rows(
        "SELECT 1 FROM item WHERE size = ? AND content IS NOT NULL LIMIT 1", [size])
      if !rows.isEmpty { known.insert(size) }
    }
    return known
  }
}
