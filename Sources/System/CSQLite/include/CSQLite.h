#ifndef CSQLITE_H
#define CSQLITE_H

struct sqlite3;

/// Has SQLite open, test and delete nothing but databases that this process opens and their own
/// journals and logs (docs/decisions/records.md). Once is enough; must precede the first connection.
///
/// - Returns: 0, or an SQLite result code.
int flick_sqlite_guard(void);

/// What a statement may use.
struct flick_sqlite_limits {
  /// Thousands of steps of SQLite's virtual machine.
  long steps;
  /// The memory of all connections of the process, in bytes.
  long memory;
  /// Steps that are left of the statement that is running, in thousands.
  long left;
};

/// Distrusts a database: nothing in it runs by itself, values are short, and each statement ends, as
/// interrupted if it uses more than it may.
///
/// - Parameters:
///   - length: The longest value or row, in bytes.
///   - limits: Must outlive the connection; may be changed between statements.
/// - Returns: 0, or an SQLite result code.
int flick_sqlite_distrust(
    struct sqlite3 *database, int length, struct flick_sqlite_limits *limits);

#endif
