import Dispatch
import Platform

/// Shows progress on one line of standard error, if that is a terminal.
final class Progress: Sendable {
  private let total: Int
  private let isShown = Console.isErrorWatched
  private let state = Lock((done: 0, shown: 0.0))

  /// Seconds between updates: faster cannot be read.
  private static let pause = 0.1

  private init(total: Int) {
    self.total = total
  }

  /// Maps values, several at a time, and shows how many are done.
  ///
  /// - Parameter body: Called with each, on any thread.
  static func map<Value: Sendable, Outcome: Sendable>(
    _ values: [Value], _ body: @Sendable (Value) -> Outcome
  ) -> [Outcome] {
    let progress = Progress(total: values.count)
    let found = Lock([Int: Outcome]())
    DispatchQueue.concurrentPerform(iterations: values.count) { index in
      let outcome = body(values[index])
      found.withLock { $0[index] = outcome }
      progress.advance()
    }
    progress.end()
    return found.withLock { found in values.indices.compactMap { found[$0] } }
  }

  private func advance() {
    let now = HostTime.now
    let count = state.withLock { state in
      state.done += 1
      guard isShown, now - state.shown >= Self.pause else { return Int?.none }
      state.shown = now
      return state.done
    }
    if let count { Console.show("\r\(localized("%1$s of %2$s clips", count, total))") }
  }

  private func end() {
    if isShown { Console.show("\r\u{1B}[K") }
  }
}
