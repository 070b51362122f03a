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

  /// Reads what a database holds, in one statement: another process may be creating it.
  static func content(of database: Database) throws -> Content {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
        FROM pragma_application_id, pragma_user_version
        """)
    guard let row, let id: Int = row.value(at: 0), let version: Int = row.value(at: 1) else {
      return .foreign
    }
    guard id == applicationID || row.value(at: 2) == 0 else { return .foreign }
    return version == steps.count ? .current : version < steps.count ? .earlier : .newer
  }

  /// Brings a database up to date, within a transaction that keeps other processes from doing the
  /// same. GRDB's own migrator uses several.
  static func update(_ records: Records) throws {
    let version = try Int.fetchOne(records.database, sql: "PRAGMA user_version") ?? 0
    for step in steps.dropFirst(max(version, 0)) { try step(records) }
    try records.database.execute(
      sql: """
        PRAGMA application_id = \(applicationID); PRAGMA user_version = \(max(version, steps.count))
        """)
  }

  /// "Flck": what other programs tell the file by.
  private static let applicationID = 0x466C_636B

  /// Each brings a database from one version to the next.
  private static let steps: [@Sendable (Records) throws -> Void] = [
    { records in
      try records.database.execute(sql: tables)
      // The line files of earlier versions are read once, and kept.
      if case .state(let folder) = records.options.place {
        try LineFiles(folder: folder).read(into: records)
      }
    },
    { try $0.database.execute(sql: reviewTables) },
  ]

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
