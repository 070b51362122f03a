import GRDB

/// The database of a state folder, as another program reads it.
package struct RecordFile {
  private let path: String

  /// The database in a state folder.
  package init(inStateFolder folder: String) {
    path = "\(folder)/flick.db"
  }

  /// A database.
  package init(_ path: String) {
    self.path = path
  }

  /// Runs a statement that changes it.
  package func run(_ sql: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    try DatabaseQueue(path: path, configuration: configuration).write { try $0.execute(sql: sql) }
  }

  /// Runs a statement that is a transaction of its own.
  package func run(outsideTransaction sql: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    try DatabaseQueue(path: path, configuration: configuration).writeWithoutTransaction {
      try $0.execute(sql: sql)
    }
  }

  /// Keeps a write-ahead log with what a statement changes, for as long as the connection that is
  /// returned is open.
  package func keepingLog(_ sql: String) throws -> RecordFileLog {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: sql)
    }
    return RecordFileLog(queue: queue)
  }

  /// Keeps others from writing for as long as the connection that is returned is open.
  package func locked() throws -> RecordFileLog {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return RecordFileLog(queue: queue)
  }

  /// Copies the database with the rollback journal of a transaction that is not complete, as a process that
  /// is killed leaves them.
  package func copyMeanwhile(_ sql: String, _ copy: () throws -> Void) throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { database in
      // With so little memory, pages are written before the end, and the journal before them.
      try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 5")
      try database.inTransaction(.immediate) {
        try database.execute(sql: sql)
        try copy()
        return .rollback
      }
    }
  }

  /// The rows of a query, each value as text and NULL as an empty one.
  package func rows(_ sql: String) throws -> [[String]] {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      return try rows(sql, configuration)
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
    {
      // What a killed process was writing has to be rolled back.
      configuration.readonly = false
      return try rows(sql, configuration)
    }
  }

  private func rows(_ sql: String, _ configuration: Configuration) throws -> [[String]] {
    try DatabaseQueue(path: path, configuration: configuration).read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        Array(row.databaseValues).map { String.fromDatabaseValue($0) ?? Self.text($0) }
      }
    }
  }

  /// Whether SQLite finds it intact.
  package var isIntact: Bool { get throws { try rows("PRAGMA integrity_check") == [["ok"]] } }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null, .string, .blob: ""
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    }
  }
}

/// A connection that keeps a database's log, or a lock.
package struct RecordFileLog {
  fileprivate let queue: DatabaseQueue

  /// Closes the connection, and with it the log; a transaction is rolled back.
  package func close() { try? queue.close() }
}
