import GRDB
import Glibc
import Models

/// The records within a transaction.
struct Records {
  let database: Database
  let options: RecordOptions

  /// Runs a statement, prepared once for each connection.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The rows of a query, prepared once for each connection.
  ///
  /// - Throws: `SQLITE_TOOBIG` if they need more memory than any query of Flick's own data.
  func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Self.rows(Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments))
  }

  /// The same for a query that is made for the occasion.
  func rows(literal: SQL) throws -> [Row] {
    try Self.rows(Row.fetchCursor(database, SQLRequest(literal: literal)))
  }

  /// How much a query may return, in bytes: rows may share text in the file, not in memory.
  private static let mostMemory = 96 << 20

  private static func rows(_ cursor: RowCursor) throws -> [Row] {
    var (rows, room): ([Row], Int) = ([], mostMemory)
    while let next = try cursor.next() {
      let row = next.copy()
      for value in row.databaseValues { room -= value.memory }
      guard room >= 0 else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
      rows.append(row)
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

extension Row {
  /// A column's value; `nil` if it is NULL or of another type, as in a file that was tampered with.
  /// GRDB's own subscript traps there.
  func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    (self[column] as DatabaseValue?).flatMap { Value.fromDatabaseValue($0) }
  }

  /// The same by a column's number, which is several times as fast. In a cursor's row, a value of
  /// another type is converted (https://sqlite.org/c3ref/column_blob.html).
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(at index: Int) -> Value?
  {
    // The subscript traps where this throws.
    (try? decode(Value?.self, atIndex: index)) ?? nil
  }
}
