import GRDB
import Glibc
import Models
import Platform

/// The records, as used by the store's thread.
struct RecordWriter {
  private let database: RecordDatabase
  private let source: SourceName
  private let onProblem: @Sendable (String) -> Void
  private var reported: Set<FileError> = []

  init(
    database: RecordDatabase, source: SourceName, onProblem: @escaping @Sendable (String) -> Void
  ) {
    self.database = database
    self.source = source
    self.onProblem = onProblem
    database.onProblem = onProblem
  }

  /// Performs pending work in one transaction; if that fails, each on its own, unless all would wait
  /// for the same lock.
  mutating func perform(_ works: [RecordWork]) {
    let error = attempt(works)
    if works.count == 1 || error == nil || error?.number == ETIMEDOUT {
      for work in works { work.end(error) }
      return
    }
    for work in works { work.end(attempt([work])) }
  }

  func finish() { database.finish() }

  /// Performs work; reports each error once.
  private mutating func attempt(_ works: [RecordWork]) -> FileError? {
    let access = works.map(\.access).max() ?? .read
    do throws(FileError) {
      try database.perform(access) { [source] records in
        for work in works { try work.perform(records, source) }
      }
      return nil
    } catch {
      // The records are not to blame.
      if error.number != ESTALE, reported.insert(error).inserted {
        onProblem(localized("history and likes are not saved: %s", error))
      }
      return error
    }
  }
}
