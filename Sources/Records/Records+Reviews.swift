import GRDB
import Models

extension Records {
  /// For how long decisions can be undone, in seconds: a quarter of a year.
  private static let undoSpan = 90.0 * 86_400
  /// How many decisions of a source are read.
  private static let maxDecisions = 10_000

  /// Saves what was decided, and what it replaced.
  ///
  /// - Throws: `FileError.replaced` if a file is not the one that the user has seen.
  func decide(_ lot: Lot, in source: SourceName) throws {
    try run(
      "INSERT OR REPLACE INTO lot (id, source, at) VALUES (?, ?, ?)",
      [lot.id, options.base.source(source.text), lot.time])
    for decision in lot.decisions { try decide(decision, in: lot) }
    try run("DELETE FROM lot WHERE at < ?", [lot.time - Self.undoSpan])
  }

  private func decide(_ decision: Decision, in lot: Lot) throws {
    let id = try save(decision.key, title: decision.title)
    // After its content was read: it may have been replaced while that was done.
    if let seen = decision.seen, case .file(let path) = decision.key,
      let version = FileVersion(path), version != seen
    {
      throw FileError.replaced(path)
    }
    // What is on another machine is not looked at now: this tells later whether it is still the same.
    if let seen = decision.seen, case .remote = decision.key {
      // What was decided about another file at this address is not about this one.
      try run(
        """
        DELETE FROM review WHERE item = ?1
          AND EXISTS (SELECT 1 FROM item WHERE id = ?1 AND (size <> ?2 OR modified <> ?3))
        """, [id, seen.size, seen.modified.nanosecondsSinceEpoch])
      try setVersion(seen, of: id)
    }
    try change(id, from: decision.before, to: decision.after, at: lot.time)
    try run(
      """
      INSERT INTO decision (lot, item, \(Review.columns()), \(Review.columns("old_")))
      VALUES (?, ?, \(Review.marks), \(Review.marks))
      """,
      [lot.id, id] + decision.after.values + decision.before.values)
  }

  /// Takes back what was decided, and forgets it.
  func takeBack(_ lot: Lot) throws {
    for decision in lot.decisions.reversed() {
      guard let id = try find(decision.key) else { continue }
      try change(id, from: decision.after, to: decision.before, at: lot.time)
    }
    try run("DELETE FROM lot WHERE id = ?", [lot.id])
  }

  /// What was decided last in a source, the oldest first.
  func lots(in source: SourceName) throws -> [Lot] {
    let found = try rows(
      """
      SELECT lot.id, at, kind, location, feed, substr(title, 1, 500) AS title,
        \(Review.columns("decision.")), \(Review.columns("old_"))
      FROM lot JOIN decision ON decision.lot = lot.id JOIN item ON item.id = decision.item
      WHERE source = ? AND location IS NOT NULL
      ORDER BY lot.id DESC, decision.id DESC LIMIT ?
      """, [options.base.source(source.text), Self.maxDecisions])
    var lots: [Lot] = []
    for row in found.reversed() {
      guard let id: Int = row["id"], let time: Double = row["at"],
        let kind = (row["kind"] as String?).flatMap(ItemKey.Kind.init),
        let key = ItemKey(kind: kind, location: row["location"] ?? "", feed: row["feed"])
          .contentKey(options.base)
      else { continue }
      if lots.last?.id != id { lots.append(Lot(id: id, time: time, decisions: [])) }
      lots[lots.count - 1].decisions.append(
        Decision(
          key: source.walked(key), title: CleanText(row["title"] ?? ""),
          before: Review(row, prefix: "old_") ?? Review(), after: Review(row) ?? Review()))
    }
    // Of the first one, some may be missing.
    return found.count < Self.maxDecisions ? lots : Array(lots.dropFirst())
  }

  /// How many combinations of tags are read, and how many tags are returned.
  private static let maxTagLists = 10_000
  private static let maxTags = 500

  /// The tags in use, the most frequent first.
  func tags() throws -> [String] {
    var counts: [String: Int] = [:]
    let found = try rows(
      """
      SELECT tags, count(*) AS count FROM review WHERE tags <> ''
      GROUP BY tags ORDER BY count DESC LIMIT ?
      """, [Self.maxTagLists])
    for row in found {
      let tags: String = row["tags"] ?? ""
      for tag in Review(tags: tags.split(separator: ",").map(String.init)).tags {
        counts[tag, default: 0] += row["count"] ?? 0
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maxTags)
      .map(\.key)
  }

  /// Changes what differs between two reviews: another Flick may have changed the rest.
  ///
  /// - Parameters:
  ///   - item: The item's number.
  ///   - time: When it was reviewed, in seconds since 1970.
  func change(
    _ item: Int64, from old: Review, to new: Review, at time: Double
  ) throws {
    let known = try rows("SELECT \(Review.columns()) FROM review WHERE item = ?", [item]).first
    let review = (known.flatMap { Review($0) } ?? Review()).changed(from: old, to: new)
    guard !review.isEmpty else { return try run("DELETE FROM review WHERE item = ?", [item]) }
    try run(
      "INSERT OR REPLACE INTO review (item, at, \(Review.columns())) VALUES (?, ?, \(Review.marks))",
      [item, time] + review.values)
  }
}

extension SourceName {
  /// The key that the feed has for a saved one.
  func walked(_ key: ContentKey) -> ContentKey {
    if case .file(let path) = key { .file(walked(path)) } else { key }
  }
}

extension Review {
  private static let columnNames = ["verdict", "rating", "tags", "in_point", "out_point"]

  /// The columns of a review.
  ///
  /// - Parameter prefix: Before each name: a table, or part of the name.
  static func columns(_ prefix: String = "") -> String {
    columnNames.map { prefix + $0 }.joined(separator: ", ")
  }

  /// A question mark for each column.
  static let marks = columnNames.map { _ in "?" }.joined(separator: ", ")

  /// What is saved in the columns.
  var values: StatementArguments {
    [verdict?.rawValue, rating, joinedTags, inPoint, outPoint]
  }

  /// A saved review; `nil` if there is none.
  ///
  /// - Parameter prefix: Before each name, without a table.
  init?(_ row: RecordRow, prefix: String = "") {
    guard let rating: Int = row[prefix + "rating"] else { return nil }
    let tags: String = row[prefix + "tags"] ?? ""
    self.init(
      verdict: (row[prefix + "verdict"] as String?).flatMap(Verdict.init), rating: rating,
      tags: tags.split(separator: ",").map(String.init), inPoint: row[prefix + "in_point"],
      outPoint: row[prefix + "out_point"])
  }

  /// The tags as saved and listed: none contains a comma.
  var joinedTags: String { tags.joined(separator: ",") }
}
