#if DEBUG
  import Glibc
#endif

/// The locking order: while a thread holds a lock, it may only take locks of higher ranks.
///
/// This one list rules out deadlocks. Debug builds check it.
package enum LockRank: Int, Sendable {
  /// Held by tests while they call code that may take any lock; not used in the program.
  case fixture
  /// `JobQueue`, which checks whether the promises of its jobs are kept.
  case jobQueue
  /// `Player`, which reads the clock.
  case player
  /// `Broadcast.turn`, held while the observers receive a value; takes the broadcast's state.
  case broadcastTurn
  /// `RemoteFetch`, which resumes and cancels transfers through their mailbox.
  case remoteFetch
  /// All others; no other lock is taken while one of them is held.
  case leaf

  /// The highest held rank that forbids taking this one.
  ///
  /// - Parameter held: One bit per rank.
  package func obstacle(among held: UInt) -> LockRank? {
    let highest = UInt.bitWidth - 1 - held.leadingZeroBitCount
    return highest >= rawValue ? LockRank(rawValue: highest) : nil
  }

  #if DEBUG
    // A thread-local word with one bit per rank, so that nothing is allocated.
    private static let key = {
      var key = pthread_key_t()
      precondition(pthread_key_create(&key, nil) == 0, "No key for the ranks of locks.")
      return key
    }()

    private static var held: UInt {
      get { UInt(bitPattern: pthread_getspecific(key)) }
      set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }

    /// Records that this thread is about to take a lock; traps if that is out of order.
    func take() {
      if let other = obstacle(among: Self.held) {
        // A potential deadlock: always a programming error, never caused by input.
        fatalError("A lock of rank \(self) is taken while one of rank \(other) is held.")
      }
      Self.held |= 1 << UInt(rawValue)
    }

    /// Records that this thread has released the lock.
    func giveBack() {
      Self.held &= ~(1 << UInt(rawValue))
    }
  #endif
}
