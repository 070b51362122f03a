import Platform

/// Shows progress on one line of standard error, if that is a terminal.
final class Progress: Sendable {
  private let total: Int
  private let isShown = Console.isErrorWatched
  private let state = Lock((done: 0, shown: 0.0))

  /// Seconds between updates: faster cannot be read.
  private static let pause = 0.1

  init(total: Int) {
    self.total = total
  }

  /// Counts one more. May be called from any thread.
  func advance() {
    let now = HostTime.now
    let count = state.withLock { state in
      state.done += 1
      guard isShown, now - state.shown >= Self.pause else { return Int?.none }
      state.shown = now
      return state.done
    }
    if let count { Console.show("\r\(localized("%1$s of %2$s clips", count, total))") }
  }

  /// Clears the line.
  func end() {
    if isShown { Console.show("\r\u{1B}[K") }
  }
}
