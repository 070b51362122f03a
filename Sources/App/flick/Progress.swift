import Dispatch
import Platform

/// Shows progress on one line of standard error, if that is a terminal.
final class Progress: Sendable {
  private struct State {
    var words = ""
    /// When they may be shown, in host time.
    var next: Double
    var isShown = false
    var isOver = false
  }

  private let isWatched = Console.isErrorWatched
  private let state: Lock<State>

  /// Seconds between updates: faster cannot be read.
  private static let pause = 0.1

  /// Begins.
  ///
  /// - Parameter delay: How long something may take without a word, in seconds.
  init(after delay: Double = 0) {
    state = Lock(State(next: HostTime.now + delay))
    guard isWatched, delay > 0 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { self.update() }
  }

  /// Maps values, several at a time, and shows how many clips are done.
  ///
  /// - Parameter body: Called with each, on any thread.
  static func map<Value: Sendable, Outcome: Sendable>(
    _ values: [Value], _ body: @Sendable (Value) -> Outcome
  ) -> [Outcome] {
    let progress = Progress()
    let found = Lock([Int: Outcome]())
    DispatchQueue.concurrentPerform(iterations: values.count) { index in
      let outcome = body(values[index])
      let count = found.withLock { found in
        found[index] = outcome
        return found.count
      }
      progress.show(localized("%1$s of %2$s clips", count, values.count))
    }
    progress.end()
    return found.withLock { found in values.indices.compactMap { found[$0] } }
  }

  /// Shows how far it is.
  func show(_ words: String) {
    guard isWatched else { return }
    state.withLock { $0.words = words }
    update()
  }

  /// Removes the line.
  func end() {
    state.withLock { state in
      if state.isShown { Console.show("\r\u{1B}[K") }
      (state.isOver, state.isShown) = (true, false)
    }
  }

  private func update() {
    // Within the lock: nothing is shown after the end.
    state.withLock { state in
      let now = HostTime.now
      guard !state.isOver, !state.words.isEmpty, now >= state.next else { return }
      state.next = now + Self.pause
      state.isShown = true
      Console.show("\r\(state.words)\u{1B}[K")
    }
  }
}
