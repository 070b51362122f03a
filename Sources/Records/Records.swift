import GRDB
import Glibc
import Models

/// The records within a transaction.
struct Records {
  let database: Database
  let options: RecordOptions

  /// Runs a statement, prepared once for each connection.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The rows of a query, prepared once for each connection.
  ///
  /// - Throws: `SQLITE_TOOBIG` if they need more memory than any query of Flick's own data.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [RecordRow] {
    try Self.rows(Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments))
  }

  /// The same for a query that is used once.
  func rows(literal: SQL) throws -> [RecordRow] {
    try Self.rows(Row.fetchCursor(database, SQLRequest(literal: literal)))
  }

  /// How much a query may return, in bytes: rows may share text in the file, not in memory.
  private static let mostMemory = 96 << 20

  /// The rows of a cursor, within that limit.
  static func rows(_ cursor: RowCursor) throws -> [RecordRow] {
    var (rows, room): ([RecordRow], Int) = ([], mostMemory)
    let names = cursor.columnNames
    while let next = try cursor.next() {
      let row = next.copy()
      for value in row.databaseValues { room -= value.memory }
      guard room >= 0 else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
      rows.append(RecordRow(row: row, names: names))
    }
    return rows
  }
}

extension DatabaseValue {
  /// In bytes, with what a row needs for it.
  fileprivate var memory: Int {
    switch storage {
    case .null, .int64, .double: 32
    case .string(let text): 32 + text.utf8.count
    case .blob(let data): 32 + data.count
    }
  }
}
