import GRDB

/// A row of a query, read by the names that the query gives its columns.
struct RecordRow {
  /// A cursor's, which is valid until the next one, or a copy of it.
  let row: Row
  /// The cursor's names of the columns: GRDB takes several times as long to find one in a copy.
  let names: [String]

  /// A column's value; `nil` if it is NULL or of another type, as in a file that was tampered with.
  /// GRDB's own subscript traps there.
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(name: String) -> Value? {
    guard let number = names.firstIndex(of: name) else {
      assertionFailure("No column \(name).")
      return nil
    }
    return row.value(at: number)
  }

  /// A column's value as it is stored, of whatever type.
  func databaseValue(_ name: String) -> DatabaseValue { row[name] as DatabaseValue? ?? .null }
}

extension Row {
  /// A column's value by its number; `nil` if it is NULL or of another type. In a cursor's row, a
  /// value of another type is converted (https://sqlite.org/c3ref/column_blob.html).
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(at index: Int) -> Value?
  {
    // The subscript traps where this throws.
    (try? decode(Value?.self, atIndex: index)) ?? nil
  }
}
