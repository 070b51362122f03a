import GRDB

/// The tables (`docs/state-files.md`) and how they come from those of earlier versions.
enum Schema {
  /// What a database holds.
  enum Content {
    /// Nothing, or the tables of an earlier version.
    case earlier
    case current
    case newer
    /// The tables of another program.
    case foreign
  }

  /// Reads what a database holds, within a transaction: another process may be creating it.
  ///
  /// A database may be anybody's, and what SQLite does with a view, a trigger or an expression is up to
  /// who wrote it. So the text of everything in it is one that the steps below make
  /// (docs/decisions/records.md).
  static func content(of database: Database) throws -> Content {
    let sql = "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
    let header = try Records.rows(Row.fetchCursor(database, sql: sql)).first
    guard let id: Int = header?["application_id"], let version: Int = header?["user_version"] else {
      return .foreign
    }
    let found = try Records.rows(
      Row.fetchCursor(
        database, sql: "SELECT sql, name FROM sqlite_schema LIMIT ?", arguments: [maxEntries]))
    if found.isEmpty { return .earlier }
    guard id == applicationID, version >= 0, found.count < maxEntries else { return .foreign }
    guard version <= steps.count else { return .newer }
    var expected = texts(of: version)
    for row in found {
      guard let text: String = row["sql"] else {
        guard row.databaseValue("sql").isNull else { return .foreign }
        continue
      }
      guard expected.remove(text) != nil || isHarmless(text) else { return .foreign }
    }
    guard expected.isEmpty else { return .foreign }
    return version == steps.count ? .current : .earlier
  }

  /// More tables and indices than Flick's own and a user's make a database another program's.
  private static let maxEntries = 200

  /// Whether what a user may have added, to look things up or by `ANALYZE`, computes nothing and refuses
  /// nothing: statistics, and indices of columns.
  private static func isHarmless(_ text: String) -> Bool {
    if statistics.contains(text) { return true }
    let allowed = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ")
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "(")
        || byte == UInt8(ascii: ")")
    }
    return allowed && text.hasPrefix("CREATE INDEX ") && text.hasSuffix(")")
      && text.utf8.count { $0 == UInt8(ascii: "(") } == 1
  }

  /// As SQLite's ANALYZE creates them (https://sqlite.org/fileformat2.html#the_sqlite_stat1_table).
  private static let statistics = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]

  /// Brings a database up to date, within a transaction that keeps other processes from doing the
  /// same. GRDB's own migrator uses several.
  static func update(_ records: Records) throws {
    let version = try Int.fetchOne(records.database, sql: "PRAGMA user_version") ?? 0
    let missing = steps.dropFirst(max(version, 0))
    // What fills a table may use all of them.
    for step in missing { try records.database.execute(sql: step.sql) }
    for step in missing { try step.fill(records) }
    try records.database.execute(
      sql: """
        PRAGMA application_id = \(applicationID); PRAGMA user_version = \(max(version, steps.count))
        """)
  }

  /// "Flck": what other programs tell the file by.
  private static let applicationID = 0x466C_636B

  /// What brings a database from one version to the next.
  struct Step: Sendable {
    /// Its statements stay as they are, to the letter: databases are recognised by them.
    let sql: String
    /// Fills the new tables, once those of all steps are there.
    var fill: @Sendable (Records) throws -> Void = { _ in }
  }

  /// The text of everything in a database of a version, as SQLite keeps it
  /// (https://sqlite.org/schematab.html#interpretation_of_the_schema_table).
  ///
  /// Read off the steps: a database made of them in memory would take milliseconds at each start.
  static func texts(of version: Int) -> Set<String> {
    var tables: [Substring: [String]] = [:]
    for statement in steps.prefix(version).flatMap({ $0.sql.split(separator: ";") }) {
      let text = statement.drop { $0.isWhitespace }
      let words = text.prefix { $0 != "\n" }.split(separator: " ")
      switch words.first {
      case "CREATE":
        let table = words.firstIndex(of: "ON").map { words[$0 + 1] } ?? words[2]
        tables[table, default: []].append(String(text))
      case "DROP":
        tables[words[2]] = nil
      case "ALTER" where words[3] == "ADD":
        // TABLE table ADD COLUMN column ...
        let column = words[5...].joined(separator: " ")
        tables[words[2]] = tables[words[2]]?.map { text in
          guard text.hasPrefix("CREATE TABLE"), let end = text.lastIndex(of: ")") else {
            return text
          }
          return "\(text[..<end]), \(column)\(text[end...])"
        }
      case "ALTER":
        // TABLE old RENAME TO new
        tables[words[5]] = tables.removeValue(forKey: words[2])?.map {
          $0.replacing("TABLE \(words[2])", with: "TABLE \"\(words[5])\"", maxReplacements: 1)
        }
      default: break
      }
    }
    return Set(tables.values.joined())
  }

  static let steps = [
    Step(sql: tables) { records in
      // The line files of earlier versions are read once, and kept.
      if case .state(let folder) = records.options.place {
        try LineFiles(folder: folder).read(into: records)
      }
    },
    Step(sql: reviewTables),
    Step(sql: publicTable) { try $0.markPublicAddresses() },
    Step(sql: lotTable + openKinds),
    Step(sql: pages),
  ]

  /// Which page of an item was visited, which excerpt a user will come back to, and which keys were told.
  private static let pages = """
    ALTER TABLE visit ADD COLUMN page TEXT NOT NULL DEFAULT 'item';
    ALTER TABLE visit ADD COLUMN excerpt_start REAL;
    ALTER TABLE visit ADD COLUMN excerpt_end REAL;
    ALTER TABLE place ADD COLUMN excerpt_start REAL;
    CREATE TABLE new_sitting (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      start REAL NOT NULL
    ) STRICT;
    INSERT INTO new_sitting SELECT id, source, start FROM sitting;
    DROP TABLE sitting;
    ALTER TABLE new_sitting RENAME TO sitting;
    CREATE TABLE hint (
      name TEXT PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// What was decided at once is a lot. In earlier versions, its decisions had numbers that follow each other.
  private static let lotTable = """
    CREATE TABLE lot (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      at REAL NOT NULL
    ) STRICT;
    CREATE INDEX lot_source ON lot (source);
    CREATE TABLE new_decision (
      id INTEGER PRIMARY KEY,
      lot INTEGER NOT NULL REFERENCES lot ON DELETE CASCADE,
      item INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
      verdict TEXT,
      rating INTEGER NOT NULL,
      tags TEXT NOT NULL,
      in_point REAL,
      out_point REAL,
      old_verdict TEXT,
      old_rating INTEGER NOT NULL,
      old_tags TEXT NOT NULL,
      old_in_point REAL,
      old_out_point REAL
    ) STRICT;
    INSERT INTO new_decision
      SELECT id, first_value(id) OVER (PARTITION BY source, run ORDER BY id), item,
        verdict, rating, tags, in_point, out_point,
        old_verdict, old_rating, old_tags, old_in_point, old_out_point
      FROM (SELECT *, id - row_number() OVER (PARTITION BY source ORDER BY id) AS run FROM decision);
    INSERT INTO lot SELECT id, source, id / 1e6 FROM decision
      WHERE id IN (SELECT lot FROM new_decision);
    DROP TABLE decision;
    ALTER TABLE new_decision RENAME TO decision;
    CREATE INDEX decision_lot ON decision (lot);
    CREATE INDEX decision_item ON decision (item);
    """

  /// Which kinds of items there are is left to the program: another one needs no other table.
  private static let openKinds = """
    CREATE TABLE new_item (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      host TEXT NOT NULL DEFAULT '',
      feed TEXT NOT NULL DEFAULT '',
      location TEXT,
      size INTEGER,
      modified INTEGER,
      content BLOB,
      title TEXT NOT NULL DEFAULT '',
      seen REAL,
      visits INTEGER NOT NULL DEFAULT 0,
      total REAL NOT NULL DEFAULT 0,
      position REAL,
      rotation INTEGER,
      reached REAL,
      duration REAL,
      width INTEGER,
      height INTEGER,
      rate REAL,
      codec TEXT,
      sound TEXT,
      recorded REAL,
      name TEXT,
      sound_tracks INTEGER,
      subtitle_tracks INTEGER
    ) STRICT;
    INSERT INTO new_item SELECT * FROM item;
    DROP TABLE item;
    ALTER TABLE new_item RENAME TO item;
    CREATE UNIQUE INDEX item_location ON item (kind, feed, location, host);
    CREATE INDEX item_content ON item (size, content) WHERE content IS NOT NULL;
    CREATE INDEX item_begun ON item (seen) WHERE position IS NOT NULL;
    CREATE TABLE new_place (
      source TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      feed TEXT NOT NULL DEFAULT '',
      location TEXT NOT NULL,
      at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_place SELECT * FROM place;
    DROP TABLE place;
    ALTER TABLE new_place RENAME TO place;
    CREATE INDEX place_at ON place (at);
    """

  private static let publicTable = """
    CREATE TABLE named_by_public (
      item INTEGER PRIMARY KEY REFERENCES item ON DELETE CASCADE
    ) STRICT;
    """

  private static let tables = """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('file', 'web', 'entry')),
      host TEXT NOT NULL DEFAULT '',
      feed TEXT NOT NULL DEFAULT '',
      location TEXT,
      size INTEGER,
      modified INTEGER,
      content BLOB,
      title TEXT NOT NULL DEFAULT '',
      seen REAL,
      visits INTEGER NOT NULL DEFAULT 0,
      total REAL NOT NULL DEFAULT 0,
      position REAL,
      rotation INTEGER,
      reached REAL,
      duration REAL,
      width INTEGER,
      height INTEGER,
      rate REAL,
      codec TEXT,
      sound TEXT,
      recorded REAL,
      name TEXT,
      sound_tracks INTEGER,
      subtitle_tracks INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX item_location ON item (kind, feed, location, host);
    CREATE INDEX item_content ON item (size, content) WHERE content IS NOT NULL;
    CREATE INDEX item_begun ON item (seen) WHERE position IS NOT NULL;

    CREATE TABLE liked (
      item INTEGER PRIMARY KEY REFERENCES item ON DELETE CASCADE,
      at REAL NOT NULL,
      page TEXT NOT NULL CHECK (page IN ('clip', 'still', 'article')),
      url TEXT,
      link TEXT,
      text TEXT
    ) STRICT;

    CREATE TABLE sitting (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      start REAL NOT NULL,
      first INTEGER REFERENCES item ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX sitting_first ON sitting (first);

    CREATE TABLE visit (
      id INTEGER PRIMARY KEY,
      item INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
      sitting INTEGER NOT NULL REFERENCES sitting ON DELETE CASCADE,
      start REAL NOT NULL,
      end REAL NOT NULL,
      watched REAL NOT NULL,
      loops INTEGER NOT NULL,
      leaving TEXT NOT NULL,
      place INTEGER
    ) STRICT;
    CREATE INDEX visit_item ON visit (item, end, watched);
    CREATE INDEX visit_sitting ON visit (sitting);
    CREATE INDEX visit_end ON visit (end);

    CREATE TABLE sound_device (
      host TEXT NOT NULL,
      name TEXT NOT NULL,
      delay INTEGER NOT NULL,
      PRIMARY KEY (host, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE place (
      source TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('file', 'web', 'entry')),
      feed TEXT NOT NULL DEFAULT '',
      location TEXT NOT NULL,
      at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX place_at ON place (at);
    """

  private static let reviewTables = """
    CREATE TABLE review (
      item INTEGER PRIMARY KEY REFERENCES item ON DELETE CASCADE,
      verdict TEXT CHECK (verdict IN ('keep', 'reject')),
      rating INTEGER NOT NULL,
      tags TEXT NOT NULL,
      in_point REAL,
      out_point REAL,
      at REAL NOT NULL
    ) STRICT;

    CREATE TABLE decision (
      id INTEGER PRIMARY KEY,
      item INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
      source TEXT NOT NULL,
      verdict TEXT,
      rating INTEGER NOT NULL,
      tags TEXT NOT NULL,
      in_point REAL,
      out_point REAL,
      old_verdict TEXT,
      old_rating INTEGER NOT NULL,
      old_tags TEXT NOT NULL,
      old_in_point REAL,
      old_out_point REAL
    ) STRICT;
    CREATE TABLE batch (
      id INTEGER PRIMARY KEY,
      state TEXT NOT NULL
    ) STRICT;

    CREATE TABLE step (
      batch INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE,
      number INTEGER NOT NULL,
      clip INTEGER NOT NULL,
      kind TEXT NOT NULL,
      source TEXT NOT NULL,
      target TEXT,
      info TEXT,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      state INTEGER NOT NULL,
      PRIMARY KEY (batch, number)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX decision_source ON decision (source);
    CREATE INDEX decision_item ON decision (item);
    """
}
