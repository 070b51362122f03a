import Dispatch
import Platform

/// Calls a handler on the main actor, once for all signals received until it runs.
///
/// A dispatch source would go through another thread, which has to be woken each time.
final class MainSignal: Sendable {
  @MainActor var onSignal: (@MainActor () -> Void)?

  private let isPending = Lock(false)

  /// Schedules the handler. May be called from any thread; never blocks.
  func signal() {
    let isFirst = isPending.withLock { isPending in
      defer { isPending = true }
      return !isPending
    }
    guard isFirst else { return }
    DispatchQueue.main.async { [self] in
      isPending.withLock { $0 = false }
      MainActor.assumeIsolated { onSignal?() }
    }
  }
}
