import FeedCore
import GRDB
import Models
import Platform

/// An item with what was decided about it.
package struct ReviewedItem: Sendable {
  /// The URI of a file, a web address, or an entry's feed and id, with a blank between them.
  package var key: String
  /// `nil` for others than files.
  package var path: FilePath?
  package var title: String
  package var review: Review
  /// In seconds; `nil` if unknown.
  package var duration: Double?
  /// When it was decided, in seconds since 1970.
  package var time: Double
}

extension RecordStore {
  /// Passes on the items of which something was decided, in the order of their locations. Reads on
  /// the calling thread.
  ///
  /// - Parameters:
  ///   - places: Files, folders, addresses and feeds; none means everything.
  ///   - filter: Which of them, by words of the path and by conditions.
  ///   - body: Called with each; returns whether to continue.
  package static func forEachReview(
    in places: [FilePath], _ filter: FilterQuery, _ options: RecordOptions,
    _ body: (ReviewedItem) -> Bool
  ) throws(FileError) {
    let database = RecordDatabase(reading: options)
    var last: (location: String, id: Int64)?
    // Whoever takes the items may take their time: until then, others could not write.
    while true {
      let batch = try database.read { try $0.reviews(in: places, after: last) }
      for entry in batch where entry.matches(filter) && !body(entry.item) { return }
      guard let end = batch.last else { return }
      last = (end.location, end.id)
    }
  }
}

extension RecordStore {
  /// What was decided about some items, as far as anything was. Reads on the calling thread.
  package static func reviews(
    of keys: [ContentKey], _ options: RecordOptions
  ) throws(FileError) -> [ContentKey: Review] {
    try RecordDatabase(reading: options).read { try $0.marks(of: keys) }.compactMapValues(\.review)
  }

  /// Changes reviews. Writes on the calling thread.
  ///
  /// - Parameter changes: Items, and what becomes of the review of each.
  /// - Returns: How many have changed.
  package static func update(
    _ changes: [(key: ContentKey, change: (Review) -> Review)], _ options: RecordOptions
  ) throws(FileError) -> Int {
    try RecordDatabase(options).perform(.durableWrite) { records in
      let known = try records.marks(of: changes.map(\.key))
      return try changes.reduce(into: 0) { count, change in
        let old = known[change.key]?.review ?? Review()
        let new = change.change(old)
        guard new != old else { return }
        count += 1
        try records.change(
          try records.save(change.key, title: nil), from: old, to: new, at: WallClock.now)
      }
    }
  }
}

/// A reviewed item, and what filters ask of it.
private struct ReviewEntry {
  var id: Int64
  var location: String
  var item: ReviewedItem
  var facts: KnownFacts

  func matches(_ filter: FilterQuery) -> Bool {
    filter.invalid == nil && filter.accepts(facts)
      && filter.matches(item.path?.bytes ?? Array(item.title.utf8))
  }
}

extension Records {
  /// How many reviews are read at once.
  private static let reviewBatch = 1_000

  /// The next reviewed items after one; none at the end.
  fileprivate func reviews(
    in places: [FilePath], after last: (location: String, id: Int64)?
  ) throws -> [ReviewEntry] {
    let place = HistoryQuery(places: places).place(options.base)
    let (location, id) = last ?? ("", .min)
    return try Row.fetchAll(
      database,
      SQLRequest(
        literal: """
          SELECT \(sql: StoredFacts.columns), item.id, title, review.at
          FROM review CROSS JOIN item ON item.id = review.item
            LEFT JOIN liked ON liked.item = item.id
          WHERE location IS NOT NULL AND host IN (\(Self.host), '') AND \(place)
            AND (location, item.id) > (\(location), \(id))
          ORDER BY location, item.id LIMIT \(Self.reviewBatch)
          """)
    ).compactMap { row in
      let index = StoredFacts.columnCount
      guard let id: Int64 = row.value(at: index), let location: String = row.value(at: 2) else {
        return nil
      }
      let facts = StoredFacts(row)
      let feed: String = row.value(at: 1) ?? ""
      let absolute = options.base.absolute(location)
      let isFile = (row.value(at: 0) as String?) == ItemKey.Kind.file.rawValue
      return ReviewEntry(
        id: id, location: location,
        item: ReviewedItem(
          key: feed.isEmpty ? absolute : "\(feed) \(location)",
          path: isFile ? options.base.path(location) : nil, title: row.value(at: index + 1) ?? "",
          review: facts.review, duration: row.value("duration"),
          time: row.value(at: index + 2) ?? 0),
        facts: KnownFacts(facts))
    }
  }
}
