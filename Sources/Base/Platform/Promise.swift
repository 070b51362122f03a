/// A future value that one task awaits.
package final class Promise<Value: Sendable>: Sendable {
  // The value is stored here rather than passed through the continuation, because ThreadSanitizer
  // understands locks.
  private struct State {
    var value: Value?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Lock(State())

  package init() {}

  /// Whether the value is available.
  package var isKept: Bool { state.withLock { $0.value != nil } }

  /// Sets the value; all but the first one are ignored.
  ///
  /// - Returns: Whether it was the first.
  @discardableResult
  package func keep(_ value: Value) -> Bool {
    let (isFirst, waiting) = state.withLock { state in
      let isFirst = state.value == nil
      if isFirst { state.value = value }
      return (isFirst, state.waiting.take())
    }
    waiting?.resume()
    return isFirst
  }

  /// The value, once it is available. Only one task may await it.
  package var value: Value {
    get async {
      while true {
        if let value = state.withLock({ $0.value }) { return value }
        await withCheckedContinuation { continuation in
          let isKept = state.withLock { state in
            if state.value == nil { state.waiting = continuation }
            return state.value != nil
          }
          if isKept { continuation.resume() }
        }
      }
    }
  }
}
