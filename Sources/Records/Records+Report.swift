import GRDB
import Models

extension RecordStore {
  /// Adds up the history. Reads on the calling thread.
  ///
  /// - Parameter limit: How many items are listed.
  package static func report(
    _ query: HistoryQuery, limit: Int, _ options: RecordOptions
  ) throws(FileError) -> HistoryReport {
    try RecordDatabase(reading: options).read { try $0.report(query, limit: limit) }
  }

  /// Passes on the visits, oldest first. Reads on the calling thread.
  ///
  /// - Parameter body: Called with each; returns whether to continue.
  package static func forEachVisit(
    _ query: HistoryQuery, _ options: RecordOptions, _ body: (VisitRecord) -> Bool
  ) throws(FileError) {
    let database = RecordDatabase(reading: options)
    var last: Int64?
    // The caller may take its time over the visits: until then, other processes could not write.
    while true {
      let visits = try database.read { try $0.visits(query, after: last) }
      for visit in visits where !body(visit.record) { return }
      // In a database that was tampered with, rows need not be in their order.
      guard let id = visits.last?.id, id > last ?? .min else { return }
      last = id
    }
  }

  /// Deletes visits and what was remembered with them; likes and rotations stay. Writes on the
  /// calling thread.
  ///
  /// - Returns: How many visits were deleted.
  package static func forget(
    _ query: HistoryQuery, _ options: RecordOptions
  ) throws(FileError) -> Int {
    let database = RecordDatabase(options)
    let count = try database.perform(.durableWrite) { try $0.forget(query) }
    try database.erase()
    database.finish()
    return count
  }
}

extension Records {
  private static let folderLimit = 10
  /// How many visits are read at once.
  private static let batch = 500

  fileprivate func report(_ query: HistoryQuery, limit: Int) throws -> HistoryReport {
    var report = try totals(query)
    report.items = try latestItems(query, limit)
    report.days = try days(query)
    return report
  }

  /// The report without its items and days.
  private func totals(_ query: HistoryQuery) throws -> HistoryReport {
    var report = HistoryReport()
    var folders: [[UInt8]: Double] = [:]
    // Most items are in the same folder as the one before.
    var folder = (location: [UInt8](), watched: 0.0)
    // There may be a million rows, and numbers are faster than names.
    enum Column: Int, CaseIterable {
      case visits, total, location, feed
    }
    let columns: String = Column.allCases.map { "\($0)" }.joined(separator: ", ")
    let cursor = try Row.fetchCursor(
      database, SQLRequest(literal: "SELECT \(sql: columns) FROM (\(query.items(options.base)))"))
    while let row = try cursor.next() {
      let watched: Double = row.value(at: Column.total.rawValue) ?? 0
      report.itemCount += 1
      report.visitCount &+= row.value(at: Column.visits.rawValue) ?? 0
      report.watched += watched
      guard var location: String = row.value(at: Column.location.rawValue) else { continue }
      var feed: String = row.value(at: Column.feed.rawValue) ?? ""
      let other =
        feed.isEmpty
        ? location.withUTF8 { Self.folder($0, unless: folder.location) }
        : feed.withUTF8 { $0.elementsEqual(folder.location) ? nil : Array($0) }
      if let other {
        folders[folder.location, default: 0] += folder.watched
        folder = (other, 0)
      }
      folder.watched += watched
    }
    folders[folder.location, default: 0] += folder.watched
    report.folders = folders.filter { !$0.key.isEmpty }
      .map { (watched: $0.value, location: String(decoding: $0.key, as: UTF8.self)) }
      .sorted { ($1.watched, $0.location) < ($0.watched, $1.location) }.prefix(Self.folderLimit)
      .map { SeenFolder(name: name(ofFolder: $0.location), watched: $0.watched) }
    return report
  }

  /// A location up to the last slash; `nil` if that is the known one.
  private static func folder(
    _ location: UnsafeBufferPointer<UInt8>, unless known: [UInt8]
  ) -> [UInt8]? {
    let end = location.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = location[..<end]
    return folder.elementsEqual(known) ? nil : Array(folder)
  }

  private func name(ofFolder location: String) -> String {
    if let path = options.base.path(location + "-") { return path.parent.description }
    return CleanText(location).string
  }

  private func latestItems(_ query: HistoryQuery, _ limit: Int) throws -> [SeenItem] {
    try rows(
      literal: """
        SELECT *,
          (SELECT leaving FROM visit WHERE item = latest.id ORDER BY end DESC LIMIT 1) AS leaving
        FROM (
          SELECT id, location, feed, title, reached, duration, visits, total, end
          FROM (\(query.items(options.base))) ORDER BY end DESC LIMIT \(limit)
        ) AS latest
        """
    ).map { row in
      SeenItem(
        location: options.base.absolute(row["location"] ?? ""), feed: row["feed"] ?? "",
        title: row["title"] ?? "", visits: row["visits"] ?? 0, watched: row["total"] ?? 0,
        end: row["end"] ?? 0, leaving: row["leaving"] ?? "", reached: row["reached"],
        duration: row["duration"])
    }
  }

  private func days(_ query: HistoryQuery) throws -> [SeenDay] {
    try rows(
      literal: """
        SELECT
          CAST(julianday('now', 'localtime', 'start of day')
            - julianday(end, 'unixepoch', 'localtime', 'start of day') + 0.5 AS INTEGER) AS age,
          sum(watched) AS watched
        FROM visit CROSS JOIN item ON item.id = visit.item
        WHERE end >= CAST(strftime('%s', 'now', '-7 days') AS INTEGER) AND \(query.condition(options.base))
        GROUP BY age HAVING age BETWEEN 0 AND 6
        """
    ).map { SeenDay(age: $0["age"] ?? 0, watched: $0["watched"] ?? 0) }
  }

  /// The next visits after one, oldest first; none at the end.
  fileprivate func visits(
    _ query: HistoryQuery, after last: Int64?
  ) throws -> [(id: Int64, record: VisitRecord)] {
    try rows(
      literal: """
        SELECT visit.id, item.kind, item.location, item.feed, item.title, source, sitting, visit.start, end,
          watched, loops, leaving, place, first.location AS first
        FROM visit JOIN item ON item.id = visit.item JOIN sitting ON sitting.id = visit.sitting
          LEFT JOIN item AS first ON first.id = sitting.first
        WHERE visit.id > \(last ?? .min) AND \(query.condition(options.base))
        ORDER BY visit.id LIMIT \(Self.batch)
        """
    ).map { row in
      let visit = VisitRecord(
        kind: row["kind"] ?? "", location: options.base.absolute(row["location"] ?? ""),
        feed: row["feed"] ?? "", title: row["title"] ?? "", source: row["source"] ?? "",
        sitting: row["sitting"] ?? 0, start: row["start"] ?? 0, end: row["end"] ?? 0,
        watched: row["watched"] ?? 0, loops: row["loops"] ?? 0, leaving: row["leaving"] ?? "",
        place: row["place"], first: options.base.absolute(row["first"] ?? ""))
      return (row["id"] ?? .max, visit)
    }
  }

  fileprivate func forget(_ query: HistoryQuery) throws -> Int {
    // Others may have lost visits by their limit, and still count them.
    try database.execute(
      literal: """
        CREATE TEMP TABLE forgotten AS
        SELECT visit.id AS visit, item.id AS item FROM visit JOIN item ON item.id = visit.item
        WHERE \(query.condition(options.base))
        """)
    try run("DELETE FROM visit WHERE id IN (SELECT visit FROM forgotten)")
    let count = database.changesCount
    let items = query.isAll ? "TRUE" : "id IN (SELECT item FROM forgotten)"
    try run(
      """
      UPDATE item SET position = NULL, reached = NULL
      WHERE \(items) AND seen IS NOT (SELECT max(end) FROM visit WHERE visit.item = item.id)
      """)
    try countVisits(of: items)
    if query.isAll {
      try run("DELETE FROM place")
      try run("UPDATE item SET position = NULL, reached = NULL")
    }
    try run("DELETE FROM sitting WHERE id NOT IN (SELECT sitting FROM visit)")
    try run(
      """
      DELETE FROM item WHERE \(items) AND seen IS NULL AND position IS NULL
        AND rotation IS NULL AND id NOT IN (SELECT item FROM liked)
        AND id NOT IN (SELECT item FROM review)
      """)
    try run("DROP TABLE forgotten")
    return count
  }
}
