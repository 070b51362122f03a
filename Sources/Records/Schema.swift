import GRDB

/// The tables (`docs/state-files.md`) and how they come from those of earlier versions.
enum Schema {
  /// Brings a database up to date.
  ///
  /// The line files of earlier versions in the state folder are read once, and kept.
  static func migrator(_ options: RecordOptions) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: tables)
      if case .state(let folder) = options.place {
        try LineFiles(folder: folder).read(into: Records(database: database, options: options))
      }
    }
    return migrator
  }

  /// "Flck": what other programs tell the file by.
  private static let applicationID = 0x466C_636B

  /// Whether a database is empty or Flick's.
  static func isOurs(_ database: Database) throws -> Bool {
    if try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID { return true }
    return try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

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

    CREATE TABLE place (
      source TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('file', 'web', 'entry')),
      feed TEXT NOT NULL DEFAULT '',
      location TEXT NOT NULL,
      at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX place_at ON place (at);
    """
}
