import GRDB
import Glibc
import Models

extension Records {
  /// The latest visits are kept, at about 100 bytes each.
  static let maxVisits = 1_000_000

  /// The latest places are kept.
  private static let maxPlaces = 1_000

  /// Adds visits, in order.
  ///
  /// - Parameters:
  ///   - impressions: The visits.
  ///   - sitting: The run of the program.
  ///   - source: The feed's name.
  func add(_ impressions: [Impression], in sitting: Int64, of source: String) throws {
    guard let first = impressions.first else { return }
    try addSitting(sitting, of: source, start: first.start)
    for impression in impressions {
      guard let item = try idIfShort(impression) else { continue }
      try addVisit(
        of: item, in: sitting,
        start: impression.start, end: impression.end, watched: impression.watched,
        loops: impression.loops, leaving: impression.leaving.rawValue)
    }
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
      [id, source, start])
  }

  /// Adds a visit of an item.
  func addVisit(
    of item: Int64, in sitting: Int64, start: Double, end: Double, watched: Double, loops: Int,
    leaving: String
  ) throws {
    try run(
      """
      INSERT INTO visit (item, sitting, start, end, watched, loops, leaving)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, [item, sitting, start, end, watched, loops, leaving])
    try run("UPDATE item SET seen = max(ifnull(seen, ?1), ?1) WHERE id = ?2", [end, item])
  }

  /// Where a clip was left, in seconds; 0 if unknown.
  func position(of key: ContentKey) throws -> Double {
    guard let id = try find(key) else { return 0 }
    let row = try rows("SELECT position FROM item WHERE id = ?", [id]).first
    return row?.value("position") ?? 0
  }

  /// Saves how a clip was left. One that was only passed is not added.
  func setLeft(_ left: LeftClip, of key: ContentKey) throws {
    func known(_ time: Double?) -> Double? { time.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    let isSeen = left.reached >= Self.shortestStay || left.resumeTime > 0
    guard let item = try isSeen ? save(key, title: nil) : find(key) else { return }
    try run(
      """
      UPDATE item SET position = ?, reached = ?, duration = ifnull(?, duration) WHERE id = ?
      """, [known(left.resumeTime), known(left.reached), known(left.duration), item])
  }

  /// What is left earlier was only passed, in seconds.
  private static let shortestStay = 0.5

  /// The last place in a source; `nil` if there is none.
  func place(in source: String) throws -> ContentKey? {
    try rows("SELECT kind, feed, location FROM place WHERE source = ?", [source]).first.flatMap {
      row in
      row.value("kind").flatMap(ItemKey.Kind.init).flatMap {
        ItemKey(kind: $0, location: row.value("location") ?? "", feed: row.value("feed"))
          .contentKey
      }
    }
  }

  /// Saves the place in a source.
  ///
  /// - Parameters:
  ///   - item: The item there, with a path as in the feed.
  ///   - source: The feed's name.
  ///   - time: Now, in seconds since 1970.
  func setPlace(_ item: ItemKey, in source: String, at time: Double) throws {
    try run(
      "INSERT OR REPLACE INTO place (source, kind, feed, location, at) VALUES (?, ?, ?, ?, ?)",
      [source, item.kind.rawValue, item.feed, item.location, time])
    try run(
      """
      DELETE FROM place
      WHERE at < (SELECT at FROM place ORDER BY at DESC LIMIT 1 OFFSET ?)
      """, [Self.maxPlaces - 1])
  }
}
