import Dispatch
import Glibc

/// Signals that reach the program as events on the main queue.
@MainActor
final class Signals {
  private var sources: [any DispatchSourceSignal] = []

  /// Calls `handler` on the main queue for each signal of a kind, instead of its default action.
  func handle(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
    source.resume()
    sources.append(source)
  }

  /// Ignores a signal.
  func ignore(_ number: Int32) {
    signal(number, SIG_IGN)
  }
}
