#if DEBUG
  import Glibc
#endif

/// The order in which a thread takes locks: while it holds one, it takes only those of higher ranks.
///
/// That no two threads can wait for each other follows from this one list. Debug builds check it.
package enum LockRank: Int, Sendable {
  /// What tests hold while they call others, who may take any lock; the program has none.
  case fixture
  /// `StillQueue`, which asks whether the promises of its jobs are kept.
  case stillQueue
  /// `Player`, which asks the clock.
  case player
  /// `Broadcast.turn`, held while the observers get a value: takes the broadcast's state.
  case broadcastTurn
  /// `RemoteFetch`, which resumes and cancels transfers by their mailbox.
  case remoteFetch
  /// All others: no other lock is taken while one of them is held.
  case leaf

  /// The highest of the held ranks, if this one may not be taken under it.
  ///
  /// - Parameter held: A bit for each rank.
  package func obstacle(among held: UInt) -> LockRank? {
    let highest = UInt.bitWidth - 1 - held.leadingZeroBitCount
    return highest >= rawValue ? LockRank(rawValue: highest) : nil
  }

  #if DEBUG
    // A word of each thread's own that holds a bit for each rank, so that nothing is allocated.
    private static let key = {
      var key = pthread_key_t()
      precondition(pthread_key_create(&key, nil) == 0, "No key for the ranks of locks.")
      return key
    }()

    private static var held: UInt {
      get { UInt(bitPattern: pthread_getspecific(key)) }
      set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }

    /// Notes that this thread is about to take a lock; stops if that is out of order.
    func take() {
      if let other = obstacle(among: Self.held) {
        // Two threads could wait for each other for ever: a mistake in the code, never of input.
        fatalError("A lock of rank \(self) is taken while one of rank \(other) is held.")
      }
      Self.held |= 1 << UInt(rawValue)
    }

    /// Notes that this thread has given the lock back.
    func giveBack() {
      Self.held &= ~(1 << UInt(rawValue))
    }
  #endif
}
