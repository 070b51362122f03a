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

  /// The rows of a query, each value as text and NULL as an empty one; none if it cannot be read.
  package func rows(_ sql: String) -> [[String]] {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let rows = try? DatabaseQueue(path: path, configuration: configuration).read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        Array(row.databaseValues).map { String.fromDatabaseValue($0) ?? Self.text($0) }
      }
    }
    return rows ?? []
  }

  /// Whether SQLite finds it intact.
  package var isIntact: Bool { rows("PRAGMA integrity_check") == [["ok"]] }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null, .string, .blob: ""
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    }
  }
}
