import GRDB
import Glibc
import Models

extension Records {
  /// The latest visits are kept, at about 100 bytes each.
  static let maxVisits = 1_000_000

  /// The latest places are kept.
  private static let maxPlaces = 1_000

  /// Adds a visit, unless the item's id is too long to be saved, and drops the oldest ones beyond
  /// ``maxVisits``.
  ///
  /// - Parameters:
  ///   - sitting: The run of the program.
  ///   - source: The feed's name.
  func add(_ impression: Impression, in sitting: Int64, of source: String) throws {
    guard let item = try idIfShort(impression) else { return }
    try addSitting(sitting, of: source, start: impression.start)
    try addVisit(
      of: item, in: sitting, start: impression.start, end: impression.end,
      watched: impression.watched, loops: impression.loops,
      leaving: impression.leaving.rawValue, place: impression.place, page: impression.page)
    try run(
      """
      UPDATE item SET seen = max(ifnull(seen, ?1), ?1), visits = visits + 1, total = total + ?2
      WHERE id = ?3
      """, [impression.end, impression.watched, item])
    try run("DELETE FROM visit WHERE id <= (SELECT max(id) FROM visit) - ?", [Self.maxVisits])
  }

  /// The visited item; `nil` if its id is too long to be saved.
  private func idIfShort(_ impression: Impression) throws -> Int64? {
    do {
      return try save(impression.key, title: impression.title)
    } catch let error as FileError where error.number == EMSGSIZE {
      return nil
    }
  }

  /// Adds a run of the program, unless it is there.
  func addSitting(_ id: Int64, of source: String, start: Double) throws {
    try run(
      "INSERT INTO sitting (id, source, start) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      [id, options.base.source(source), start])
  }

  /// Adds a visit of an item; ``countVisits()`` or the caller brings the item up to date.
  func addVisit(
    of item: Int64, in sitting: Int64, start: Double, end: Double, watched: Double, loops: Int,
    leaving: String, place: Int? = nil, page: Impression.Page = .item
  ) throws {
    try run(
      """
      INSERT INTO visit (item, sitting, start, end, watched, loops, leaving, place, page,
        excerpt_start, excerpt_end)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        item, sitting, start, end, watched, loops, leaving, place, page.name, page.span?.start,
        page.span?.end,
      ])
  }

  /// Adds up the visits of items.
  ///
  /// - Parameter condition: In SQL, which ones; by default, all.
  func countVisits(of condition: String = "TRUE") throws {
    try run(
      """
      UPDATE item SET (seen, visits, total) = (
        SELECT max(end), count(*), total(watched) FROM visit WHERE visit.item = item.id)
      WHERE \(condition)
      """)
  }

  /// Where a clip was left, in seconds; 0 if unknown.
  func position(of key: ContentKey) throws -> Double {
    guard let id = try find(key) else { return 0 }
    return try rows("SELECT position FROM item WHERE id = ?", [id]).first?["position"] ?? 0
  }

  /// Saves how a clip was left. One that was only passed is not added.
  func setLeft(_ left: LeftClip, of key: ContentKey) throws {
    func known(_ time: Double?) -> Double? { time.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    let isSeen = left.reached >= Self.shortestStay || left.resumeTime ?? 0 > 0
    guard let item = try isSeen ? save(key, title: nil) : find(key) else { return }
    try run(
      """
      UPDATE item
      SET position = CASE WHEN ? THEN ? ELSE position END, reached = ?,
        duration = ifnull(?, duration)
      WHERE id = ?
      """,
      [
        left.resumeTime != nil, known(left.resumeTime), known(left.reached), known(left.duration),
        item,
      ])
  }

  /// What is left earlier was only passed, in seconds.
  private static let shortestStay = 0.5

  /// The last place in a source; `nil` if there is none.
  func place(in source: String) throws -> LastPlace? {
    try rows(
      "SELECT kind, feed, location, excerpt_start FROM place WHERE source = ?",
      [options.base.source(source)]
    ).first.flatMap { row in
      (row["kind"] as String?).flatMap(ItemKey.Kind.init).flatMap {
        ItemKey(kind: $0, location: row["location"] ?? "", feed: row["feed"])
          .contentKey(options.base)
      }.map { LastPlace(key: $0, excerptStart: row["excerpt_start"]) }
    }
  }

  /// Saves the place in a source.
  ///
  /// - Parameters:
  ///   - item: The item there, with a path as in the feed.
  ///   - excerptStart: Where the excerpt there begins, in seconds; `nil` if it is none.
  ///   - source: The feed's name.
  ///   - time: Now, in seconds since 1970.
  func setPlace(
    _ item: ItemKey, excerptStart: Double? = nil, in source: String, at time: Double
  ) throws {
    try run(
      """
      INSERT OR REPLACE INTO place (source, kind, feed, location, excerpt_start, at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        options.base.source(source), item.kind.rawValue, item.feed, item.location, excerptStart,
        time,
      ])
    try run(
      """
      DELETE FROM place
      WHERE at < (SELECT at FROM place ORDER BY at DESC LIMIT 1 OFFSET ?)
      """, [Self.maxPlaces - 1])
  }
}

extension Impression.Page {
  /// As it is stored.
  fileprivate var name: String {
    switch self {
    case .item: "item"
    case .excerpt: "excerpt"
    case .film: "film"
    }
  }

  fileprivate var span: TimeSpan? { if case .excerpt(let span) = self { span } else { nil } }
}
