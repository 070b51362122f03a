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

  /// The shorts that were seen: those that led to their film most often first. Reads on the calling
  /// thread.
  package static func shorts(
    _ query: HistoryQuery, _ options: RecordOptions
  ) throws(FileError) -> [Short] {
    try RecordDatabase(reading: options).read { try $0.shorts(query) }
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
  /// How many visits are read at once.
  private static let batch = 500

  fileprivate func report(_ query: HistoryQuery, limit: Int) throws -> HistoryReport {
    let totals = try rows(
      literal: """
        SELECT count(*) AS items, total(visits) AS visits, total(total) AS watched
        FROM (\(query.items(options.base)))
        """
    ).first
    return HistoryReport(
      items: try latestItems(query, limit), itemCount: totals?["items"] ?? 0,
      visitCount: Int(saturating: totals?["visits"] ?? 0), watched: totals?["watched"] ?? 0)
  }

  private func latestItems(_ query: HistoryQuery, _ limit: Int) throws -> [SeenItem] {
    try rows(
      literal: """
        SELECT *,
          (SELECT leaving FROM visit WHERE item = latest.id ORDER BY end DESC LIMIT 1) AS leaving
        FROM (
          SELECT id, location, title, reached, duration, visits, total, end
          FROM (\(query.items(options.base))) ORDER BY end DESC LIMIT \(limit)
        ) AS latest
        """
    ).map { row in
      SeenItem(
        location: options.base.absolute(row["location"] ?? ""), title: row["title"] ?? "",
        visits: row["visits"] ?? 0, watched: row["total"] ?? 0, end: row["end"] ?? 0,
        leaving: row["leaving"] ?? "", reached: row["reached"], duration: row["duration"])
    }
  }

  fileprivate func shorts(_ query: HistoryQuery) throws -> [Short] {
    let condition = query.condition(options.base)
    return try rows(
      literal: """
        SELECT location, title, excerpt_start, count(*) AS visits,
          sum(leaving = 'film') AS led, total(watched) AS watched,
          (SELECT total(watched) FROM visit AS film WHERE film.item = item.id AND film.page = 'film'
            AND film.end >= \(query.since ?? 0))
            AS film_watched
        FROM visit JOIN item ON item.id = visit.item
        WHERE page <> 'film' AND \(condition)
        GROUP BY item.id, excerpt_start
        HAVING led > 0 OR excerpt_start IS NOT NULL
        ORDER BY led DESC, led * 1.0 / visits DESC, max(end) DESC
        """
    ).map { row in
      Short(
        location: options.base.absolute(row["location"] ?? ""), title: row["title"] ?? "",
        excerptStart: row["excerpt_start"], visits: row["visits"] ?? 0, ledCount: row["led"] ?? 0,
        watched: row["watched"] ?? 0, filmWatched: row["film_watched"] ?? 0)
    }
  }

  /// The next visits after one, oldest first; none at the end.
  fileprivate func visits(
    _ query: HistoryQuery, after last: Int64?
  ) throws -> [(id: Int64, record: VisitRecord)] {
    try rows(
      literal: """
        SELECT visit.id, item.kind, item.location, item.feed, item.title, source, sitting, visit.start, end,
          watched, loops, leaving, place, page, excerpt_start, excerpt_end
        FROM visit JOIN item ON item.id = visit.item JOIN sitting ON sitting.id = visit.sitting
        WHERE visit.id > \(last ?? .min) AND \(query.condition(options.base))
        ORDER BY visit.id LIMIT \(Self.batch)
        """
    ).map { row in
      let visit = VisitRecord(
        kind: row["kind"] ?? "", location: options.base.absolute(row["location"] ?? ""),
        feed: row["feed"] ?? "", title: row["title"] ?? "", source: row["source"] ?? "",
        sitting: row["sitting"] ?? 0, start: row["start"] ?? 0, end: row["end"] ?? 0,
        watched: row["watched"] ?? 0, loops: row["loops"] ?? 0, leaving: row["leaving"] ?? "",
        place: row["place"], page: row["page"] ?? "", excerptStart: row["excerpt_start"],
        excerptEnd: row["excerpt_end"])
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
