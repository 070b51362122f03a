import Platform

/// A value that any number of observers follow, each through a stream of its own.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var latest: Value?
    var isFinished = false
    var sentCount = 0
    var nextKey = 0
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  // An observer that does not keep up loses the oldest elements rather than let them pile up.
  private static var bufferLimit: Int { 16 }

  private let state: Lock<State>
  // Held while values are handed over, so that all observers get them in one order. `state` is not:
  // handing over takes locks of the observer's task, and a task that is cancelled comes with these
  // to `onTermination`, which takes `state`.
  // Not of `()`: what has no size lies at the lock's own address, which ThreadSanitizer takes amiss.
  private let turn = Lock(false, rank: .broadcastTurn)
  private let replaysLatest: Bool

  /// Creates a broadcast whose observers first get the latest value; without an initial one, a
  /// broadcast of events: an observer gets those that happen after it came.
  init(initial: Value? = nil) {
    state = Lock(State(latest: initial))
    replaysLatest = initial != nil
  }

  /// How many streams are being observed.
  var observerCount: Int { state.withLock { $0.observers.count } }

  /// The latest value sent.
  var latest: Value? { state.withLock { $0.latest } }

  /// How many values were sent since the beginning.
  var sentCount: Int { state.withLock { $0.sentCount } }

  /// A stream of the values sent from now on; ends with the broadcast.
  func stream() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(replaysLatest ? 1 : Self.bufferLimit))
    let key: Int? = turn.withLock { _ in
      let (key, latest) = state.withLock { state -> (Int?, Value?) in
        guard !state.isFinished else { return (nil, nil) }
        state.nextKey += 1
        state.observers[state.nextKey] = continuation
        return (state.nextKey, state.latest)
      }
      // In the same turn, so that no newer value can overtake the replayed one.
      if replaysLatest, let latest { continuation.yield(latest) }
      return key
    }
    guard let key else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: key) }
    }
    return stream
  }

  /// Sends a value to every observer.
  func send(_ value: Value) {
    turn.withLock { _ in
      let observers = state.withLock { state -> [AsyncStream<Value>.Continuation] in
        guard !state.isFinished else { return [] }
        state.sentCount += 1
        if replaysLatest { state.latest = value }
        return Array(state.observers.values)
      }
      for continuation in observers { continuation.yield(value) }
    }
  }

  /// Ends every stream; later ones end at once.
  func finish() {
    let observers = state.withLock { state in
      state.isFinished = true
      defer { state.observers = [:] }
      return state.observers
    }
    // Ending a stream calls back into `onTermination`.
    for continuation in observers.values { continuation.finish() }
  }
}
