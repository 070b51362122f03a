/// A queue between a worker thread and its clients; only the thread waits for a disk.
package final class WorkQueue<Work: Sendable>: Sendable {
  private struct State {
    var works: [Work] = []
    var isBusy = false
    var isStopped = false
  }

  private let state = Lock(State())
  private let wakeup = Wakeup()
  private let done = Wakeup()
  private let limit: Int
  private let keepsNewest: Bool

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - limit: How much it holds: a disk that does not respond must not fill the memory.
  ///   - keepsNewest: Whether the oldest work makes room for new work.
  package init(limit: Int, keepsNewest: Bool = false) {
    self.limit = limit
    self.keepsNewest = keepsNewest
  }

  /// Adds work.
  ///
  /// - Returns: Whether it was accepted.
  @discardableResult
  package func add(_ work: Work) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isStopped else { return false }
      if keepsNewest, state.works.count == limit { state.works.removeFirst() }
      guard state.works.count < limit else { return false }
      state.works.append(work)
      return true
    }
    wakeup.signal()
    return isTaken
  }

  /// Waits for work; `nil` after `stop`, when everything is done. Called by the thread.
  package func take() -> [Work]? {
    while true {
      let (works, isStopped) = state.withLock { state in
        defer { state.works = [] }
        state.isBusy = !state.works.isEmpty
        return (state.works, state.isStopped)
      }
      if !works.isEmpty { return works }
      done.signal()
      if isStopped { return nil }
      wakeup.wait(timeout: nil)
    }
  }

  /// Waits until everything is done.
  ///
  /// - Parameter deadline: The host time at which to give up.
  /// - Returns: Whether everything is done.
  @discardableResult
  package func flush(until deadline: Double) -> Bool {
    while true {
      if state.withLock({ $0.works.isEmpty && !$0.isBusy }) { return true }
      let rest = deadline - HostTime.now
      guard rest > 0 else { return false }
      done.wait(timeout: rest)
    }
  }

  /// Stops accepting work; the thread ends when everything is done.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.signal()
  }
}
