import Platform

/// A value with any number of observers, each with a stream of its own.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var latest: Value?
    var isFinished = false
    var sentCount = 0
    var nextKey = 0
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  // A slow observer loses the oldest elements rather than accumulating them.
  private static var bufferLimit: Int { 16 }

  private let state: Lock<State>
  // Held while values are delivered, so that all observers receive them in the same order. `state`
  // is not held then: delivery takes locks of the observer's task, and a cancelled task holds these
  // when it calls `onTermination`, which takes `state`. The value is not `()`, because a zero-sized
  // value has the lock's own address, which confuses ThreadSanitizer.
  private let turn = Lock(false, rank: .broadcastTurn)
  private let replaysLatest: Bool

  /// Observers first receive the latest value. Without an initial value it is a broadcast of
  /// events, and observers receive only those after they joined.
  init(initial: Value? = nil) {
    state = Lock(State(latest: initial))
    replaysLatest = initial != nil
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  var latest: Value? { state.withLock { $0.latest } }

  /// The number of values sent since the beginning.
  var sentCount: Int { state.withLock { $0.sentCount } }

  /// A stream of the values from now on; ends with the broadcast.
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
