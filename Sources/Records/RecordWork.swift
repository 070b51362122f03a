import Models
import Platform

/// Something to do with the records, as part of a transaction.
struct RecordWork: Sendable {
  /// What a transaction needs; several pieces of work need the greatest.
  enum Access: Int, Comparable {
    case read
    case write
    /// Survives a power failure: for what the user has decided.
    case durableWrite

    static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
  }

  let access: Access
  let perform: @Sendable (Records, SourceName) throws -> Void
  /// Reports that it is committed, or the error.
  let end: @Sendable (FileError?) -> Void

  /// Work whose value is passed on once it is committed.
  ///
  /// - Parameters:
  ///   - body: Called in a transaction, again if that has to be repeated.
  ///   - completion: Called once that is committed, or has failed.
  init<Value: Sendable>(
    _ access: Access, _ body: @escaping @Sendable (Records, SourceName) throws -> Value,
    completion: @escaping @Sendable (Result<Value, FeedError>) -> Void
  ) {
    self.access = access
    let value = Lock<Value?>(nil)
    perform = { records, source in
      let result = try body(records, source)
      value.withLock { $0 = result }
    }
    end = { error in
      if let error {
        completion(.failure(error.feedError))
      } else if let value = value.withLock({ $0 }) {
        completion(.success(value))
      }
    }
  }
}
