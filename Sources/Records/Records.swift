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
  func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
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
