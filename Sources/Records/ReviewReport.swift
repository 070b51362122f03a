import FeedCore
import FoundationEssentials
import GRDB
import Glibc
import Models
import Platform

/// An item with what was decided about it.
package struct ReviewedItem: Sendable {
  /// Whether the file at an item's path is the one that was judged (docs/decisions/records.md).
  package enum File: Hashable, Sendable {
    /// It is, or the item is not a file.
    case judged
    /// No file is there.
    case gone
    /// It may be another file: its time is another, and its content was not known when it was judged; or two
    /// verdicts stand for its path.
    case uncertain
  }

  /// The URI of a file, a web address, or an entry's feed and id, with a blank between them.
  package var key: String
  /// `nil` for items that are not files.
  package var path: FilePath?
  /// The address of a clip that is no entry of a feed; `nil` for anything else, and for what a database that travels
  /// must not name.
  package var address: RemoteAddress?
  /// The version of the file that was judged; `nil` if unknown.
  package var version: FileVersion?
  package var title: String
  package var review: Review
  /// In seconds; `nil` if unknown.
  package var duration: Double?
  /// When it was decided, in seconds since 1970.
  package var time: Double
  package var file = File.judged
}

extension RecordStore {
  /// Flick's own databases have one item for a path.
  private static let mostAtOnePath = 16

  /// Passes on the items of which something was decided, in the order of their locations. A file that has
  /// taken the place of the one that was judged is none of them. Reads on the calling thread.
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
    var last: ReviewBatch.End?
    // What was judged at one path: usually one file.
    var group: [ReviewEntry] = []
    func pass(_ group: [ReviewEntry]) -> Bool {
      let isOne = Set(group.map(\.item.review.verdict)).count <= 1
      let found = group.filter { !isOne || $0.matches(filter) }
        .compactMap { entry in entry.checked(options).map { (entry, $0) } }
      for (entry, var item) in found where entry.matches(filter) {
        if !isOne, found.count > 1, item.file != .gone { item.file = .uncertain }
        if !body(item) { return false }
      }
      return true
    }
    // The caller may take its time over the items: until then, other processes could not write.
    while true {
      let batch = try database.read { try $0.reviews(in: places, after: last) }
      for entry in batch.entries {
        if let path = entry.item.path, path == group.first?.item.path {
          guard group.count < mostAtOnePath else {
            throw FileError(
              options.file, number: EINVAL, words: localized("not a database of Flick"))
          }
          group.append(entry)
        } else if pass(group) {
          group = [entry]
        } else {
          return
        }
      }
      guard let end = batch.end else { break }
      last = end
    }
    _ = pass(group)
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
  var item: ReviewedItem
  var facts: KnownFacts
  var content: [UInt8]?

  func matches(_ filter: FilterQuery) -> Bool {
    filter.invalid == nil && filter.accepts(facts)
      && filter.matches(item.path?.bytes ?? Array(item.title.utf8))
  }

  /// The item with a look at its file; `nil` if another one is there. Reads it if it was touched.
  func checked(_ options: RecordOptions) -> ReviewedItem? {
    guard let path = item.path else { return item }
    var item = item
    guard let current = FileVersion(path) else {
      // Of a link that leads nowhere, nothing can be said.
      item.file = (try? FileStatus(path, followsLinks: false)) == nil ? .gone : .uncertain
      return item
    }
    if current == item.version { return item }
    guard item.version.map({ $0.size == current.size }) ?? true else { return nil }
    if let content, let found = options.contentHash(path) {
      return content == found ? item : nil
    }
    item.file = .uncertain
    return item
  }
}

/// Some reviewed items, in their order.
private struct ReviewBatch {
  typealias End = (location: DatabaseValue, id: Int64)

  var entries: [ReviewEntry] = []
  /// The last one, whatever it is; `nil` after the last batch.
  var end: End?
}

extension Records {
  /// How many reviews are read at once.
  private static let reviewBatch = 500

  /// The next reviewed items after one.
  fileprivate func reviews(
    in places: [FilePath], after last: ReviewBatch.End?
  ) throws -> ReviewBatch {
    let place = HistoryQuery(places: places).place(options.base)
    let (location, id) = last ?? ("".databaseValue, .min)
    let rows = try rows(
      literal: """
        SELECT \(sql: StoredFacts.columns), item.id, substr(title, 1, 500) AS title,
          review.at, content
        FROM review CROSS JOIN item ON item.id = review.item
          LEFT JOIN liked ON liked.item = item.id
        WHERE location IS NOT NULL AND host IN (\(Self.host), '') AND \(place)
          AND (location, item.id) > (\(location), \(id))
        ORDER BY location, item.id LIMIT \(Self.reviewBatch)
        """)
    var batch = ReviewBatch(entries: rows.compactMap(entry))
    if rows.count == Self.reviewBatch, let row = rows.last, let id: Int64 = row["id"] {
      batch.end = (row.databaseValue("location"), id)
    }
    return batch
  }

  /// `nil` if the row is none of Flick's, or names what it must not.
  private func entry(_ row: RecordRow) -> ReviewEntry? {
    guard let location: String = row["location"] else { return nil }
    let facts = StoredFacts(row)
    let feed: String = row["feed"] ?? ""
    let kind = (row["kind"] as String?).flatMap(ItemKey.Kind.init)
    let isFile = kind == .file
    let path = isFile ? options.base.path(location) : nil
    if isFile {
      let isRelative = location.hasPrefix(LocationBase.here)
      // As Flick writes it: another spelling would be another item of the same file, which no key reaches.
      guard let path, feed.isEmpty, options.base.location(path) == location,
        facts.host == (isRelative ? "" : Self.host)
      else { return nil }
    }
    let isAddress = kind == .web && feed.isEmpty && facts.host.isEmpty
    let address = isAddress ? options.base.media(location)?.address : nil
    return ReviewEntry(
      item: ReviewedItem(
        key: feed.isEmpty ? path?.uri ?? location : "\(feed) \(location)", path: path,
        address: address?.string == location ? address : nil, version: facts.version,
        title: row["title"] ?? "", review: facts.review, duration: row["duration"],
        time: row["at"] ?? 0),
      facts: KnownFacts(facts),
      content: (row["content"] as Data?).map { Array($0) })
  }
}
