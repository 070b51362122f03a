import Glibc

/// Guards a value with a `pthread_mutex_t` (docs/decisions/core-threads.md).
///
/// Used instead of `Synchronization.Mutex` because ThreadSanitizer does not understand that one on
/// Linux and reports races in correct code. Critical sections move a few values; nothing blocks inside
/// one, or allocates more than a collection needs to take an element. What else a thread may hold
/// meanwhile is its `LockRank`.
///
/// A closure is guarded as a member of a struct: one that is the value itself is wrapped twice more by
/// each `withLock`, because the compiler converts it to its generic form and back.
///
/// `Sendable` because `value` is touched only between `pthread_mutex_lock` and
/// `pthread_mutex_unlock`, and `mutex` never moves: it is heap-allocated on its own.
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let rank: LockRank
  private var value: Value

  /// Creates an unlocked lock that owns `value`.
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
  /// What is not `Sendable` may be moved in or out, never shared: that is the caller's promise.
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
