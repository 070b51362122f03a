import Glibc

/// Guards a value with a `pthread_mutex_t` (docs/decisions/core-threads.md).
///
/// Used instead of `Synchronization.Mutex` because ThreadSanitizer does not understand that one on
/// Linux and reports races in correct code. Critical sections move a few values; nothing blocks
/// inside one, or allocates more than a collection needs to add an element. Which other locks a
/// thread may take meanwhile depends on its `LockRank`.
///
/// To guard a closure, make it a member of a struct: a bare closure as the value is wrapped twice
/// more by each `withLock`, because the compiler converts it to its generic form and back.
///
/// `Sendable` because `value` is touched only between `pthread_mutex_lock` and
/// `pthread_mutex_unlock`, and `mutex` never moves: it is heap-allocated on its own.
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let rank: LockRank
  private var value: Value

  package init(_ value: consuming Value, rank: LockRank = .leaf) {
    self.rank = rank
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with exclusive access to the value and returns its result.
  ///
  /// Non-`Sendable` values may be moved in or out but never shared; the caller must ensure this.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
      rank.take()
      defer { rank.giveBack() }
    #endif
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
