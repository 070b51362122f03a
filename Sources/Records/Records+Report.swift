import GRDB
import Models

extension RecordStore {
  /// What was seen, latest first. Reads on the calling thread.
  package static func seenItems(
    _ query: HistoryQuery, _ options: RecordOptions
  ) throws(FileError) -> [SeenItem] {
    try RecordDatabase(options).read { try $0.seenItems(query) }
  }

  /// The playing time of each of the last seven days that has any. Reads on the calling thread.
  package static func seenDays(
    _ query: HistoryQuery, _ options: RecordOptions
  ) throws(FileError) -> [SeenDay] {
    try RecordDatabase(options).read { try $0.seenDays(query) }
  }

  /// Passes on the visits, oldest first. Reads on the calling thread.
  ///
  /// - Parameter body: Called with each; returns whether to continue.
  package static func forEachVisit(
    _ query: HistoryQuery, _ options: RecordOptions, _ body: (VisitRecord) -> Bool
  ) throws(FileError) {
    try RecordDatabase(options).read { try $0.forEachVisit(query, body) }
  }

  /// Deletes visits and what was remembered with them; likes stay. Writes on the calling thread.
  ///
  /// - Returns: How many visits were deleted.
  package static func forget(
    _ query: HistoryQuery, _ options: RecordOptions
  ) throws(FileError) -> Int {
    let database = RecordDatabase(options)
    let count = try database.perform(.durableWrite) { try $0.forget(query) }
    try database.erase()
    return count
  }
}

extension Records {
  fileprivate func seenItems(_ query: HistoryQuery) throws -> [SeenItem] {
    let (condition, arguments) = query.condition
    // Within a group, SQLite takes other columns from the row with the maximum.
    let cursor = try Row.fetchCursor(
      database,
      sql: """
        SELECT location, feed, title, reached, duration, seen.*
        FROM (
          SELECT item, count(*) AS visits, sum(watched) AS watched, max(end) AS end, leaving
          FROM visit\(query.places.isEmpty ? "" : " JOIN item ON item.id = visit.item")
          WHERE \(condition) GROUP BY item
        ) AS seen JOIN item ON item.id = seen.item
        ORDER BY end DESC
        """, arguments: arguments)
    var items: [SeenItem] = []
    while let row = try cursor.next() {
      items.append(
        SeenItem(
          location: row.value("location") ?? "", feed: row.value("feed") ?? "",
          title: row.value("title") ?? "", visits: row.value("visits") ?? 0,
          watched: row.value("watched") ?? 0, end: row.value("end") ?? 0,
          leaving: row.value("leaving") ?? "", reached: row.value("reached"),
          duration: row.value("duration")))
    }
    return items
  }

  fileprivate func seenDays(_ query: HistoryQuery) throws -> [SeenDay] {
    let (condition, arguments) = query.condition
    return try Row.fetchAll(
      database,
      sql: """
        SELECT
          CAST(julianday('now', 'localtime', 'start of day')
            - julianday(start, 'unixepoch', 'localtime', 'start of day') + 0.5 AS INTEGER) AS age,
          sum(watched) AS watched
        FROM visit JOIN item ON item.id = visit.item
        WHERE start >= CAST(strftime('%s', 'now', '-7 days') AS INTEGER) AND \(condition)
        GROUP BY age HAVING age BETWEEN 0 AND 6
        """, arguments: arguments
    ).map { SeenDay(age: $0.value("age") ?? 0, watched: $0.value("watched") ?? 0) }
  }

  fileprivate func forEachVisit(_ query: HistoryQuery, _ body: (VisitRecord) -> Bool) throws {
    let (condition, arguments) = query.condition
    let cursor = try Row.fetchCursor(
      database,
      sql: """
        SELECT kind, location, feed, title, source, sitting, visit.start, end, watched, loops, leaving
        FROM visit JOIN item ON item.id = visit.item JOIN sitting ON sitting.id = visit.sitting
        WHERE \(condition) ORDER BY visit.id
        """, arguments: arguments)
    while let row = try cursor.next() {
      let visit = VisitRecord(
        kind: row.value("kind") ?? "", location: row.value("location") ?? "",
        feed: row.value("feed") ?? "", title: row.value("title") ?? "",
        source: row.value("source") ?? "", sitting: row.value("sitting") ?? 0,
        start: row.value("start") ?? 0, end: row.value("end") ?? 0,
        watched: row.value("watched") ?? 0, loops: row.value("loops") ?? 0,
        leaving: row.value("leaving") ?? "")
      if !body(visit) { return }
    }
  }

  fileprivate func forget(_ query: HistoryQuery) throws -> Int {
    let (condition, arguments) = query.condition
    try database.execute(
      sql: """
        DELETE FROM visit WHERE id IN (
          SELECT visit.id FROM visit JOIN item ON item.id = visit.item WHERE \(condition))
        """, arguments: arguments)
    let count = database.changesCount
    try run(
      """
      UPDATE item SET position = NULL, reached = NULL,
        seen = (SELECT max(end) FROM visit WHERE visit.item = item.id)
      WHERE seen IS NOT (SELECT max(end) FROM visit WHERE visit.item = item.id)
      """)
    if query.isAll {
      try run("DELETE FROM place")
      try run("UPDATE item SET position = NULL, reached = NULL")
    }
    try run("DELETE FROM sitting WHERE id NOT IN (SELECT sitting FROM visit)")
    try run(
      """
      DELETE FROM item WHERE seen IS NULL AND position IS NULL
        AND id NOT IN (SELECT item FROM liked)
      """)
    return count
  }
}
