import Platform

/// Does work on a thread of its own, in order; the main thread never waits for a disk.
///
/// The thread ends with the last reference, once everything is done.
final class LedgerThread<Work: Sendable>: Sendable {
  private let queue: LedgerQueue<Work>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - makeState: Makes what the work is done with, before the first of it.
  ///   - perform: Does all that has come in since the last time.
  init<State>(
    makeState: @escaping @Sendable () -> State,
    perform: @escaping @Sendable (inout State, [Work]) -> Void
  ) {
    let queue = LedgerQueue<Work>()
    self.queue = queue
    _ = WorkerThread(name: "ledger", niceness: 10) {
      guard let first = queue.take() else { return }
      var state = makeState()
      perform(&state, first)
      while let works = queue.take() { perform(&state, works) }
    }
  }

  deinit {
    queue.stop()
  }

  /// Hands work over.
  ///
  /// - Returns: Whether there was room for it: a disk that does not answer must not fill the memory.
  func add(_ work: Work) -> Bool { queue.add(work) }

  /// Waits until everything is done.
  ///
  /// - Parameter deadline: The host time at which to give up.
  /// - Returns: Whether it is.
  func flush(until deadline: Double) -> Bool { queue.flush(until: deadline) }
}

/// Where the thread and those who have work for it meet.
private final class LedgerQueue<Work: Sendable>: Sendable {
  private struct State {
    var works: [Work] = []
    var isBusy = false
    var isStopped = false
  }

  private let state = Lock(State())
  private let wakeup = Wakeup()
  private let done = Wakeup()

  private static var mostWorks: Int { 1_024 }

  func add(_ work: Work) -> Bool {
    let isTaken = state.withLock { state in
      guard state.works.count < Self.mostWorks else { return false }
      state.works.append(work)
      return true
    }
    wakeup.signal()
    return isTaken
  }

  /// Waits for work; `nil` after `stop`, when everything is done.
  func take() -> [Work]? {
    while true {
      let (works, isStopped) = state.withLock { state in
        let works = state.works
        state.works = []
        state.isBusy = !works.isEmpty
        return (works, state.isStopped)
      }
      if !works.isEmpty { return works }
      done.signal()
      if isStopped { return nil }
      wakeup.wait(timeout: nil)
    }
  }

  func flush(until deadline: Double) -> Bool {
    while true {
      if state.withLock({ $0.works.isEmpty && !$0.isBusy }) { return true }
      let rest = deadline - HostTime.now
      guard rest > 0 else { return false }
      done.wait(timeout: rest)
    }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.signal()
  }
}
