import CPlatform
import Dispatch
import Glibc

/// Delivers signals as events on the main queue, in place of their previous actions.
///
/// A handler of a few lines writes to an eventfd. Dispatch has its own signal sources, but on Linux
/// they first pass a signal from thread to thread, and occasionally lost one.
@MainActor
package final class SignalSource {
  private let numbers: [Int32]
  private let source: any DispatchSourceRead

  /// Starts listening; several signals of one kind before the event count as one.
  ///
  /// - Parameters:
  ///   - numbers: The signals, such as SIGTERM. Only one source per signal at a time.
  ///   - handler: Called on the main queue with the signal's number.
  package init(_ numbers: [Int32], handler: @escaping @MainActor (Int32) -> Void) {
    self.numbers = numbers
    let wakeup = Wakeup()
    source = DispatchSource.makeReadSource(fileDescriptor: wakeup.fileDescriptor, queue: .main)
    source.setEventHandler { @Sendable in
      MainActor.assumeIsolated {
        wakeup.clear()
        for number in numbers where flick_take_signal(number) { handler(number) }
      }
    }
    // The descriptor stays open until the source has released it.
    source.setCancelHandler { @Sendable in withExtendedLifetime(wakeup) {} }
    source.activate()
    for number in numbers { _ = flick_signal_to_eventfd(number, wakeup.fileDescriptor) }
  }

  package convenience init(_ number: Int32, handler: @escaping @MainActor () -> Void) {
    self.init([number]) { _ in handler() }
  }

  /// Whether a signal has its default action: it is neither ignored nor handled.
  package static func isDefault(_ number: Int32) -> Bool {
    var action = sigaction()
    return sigaction(number, nil, &action) == 0 && action.__sigaction_handler.sa_handler == nil
  }

  /// Forgets a signal that has arrived and was not handled yet.
  package func forget(_ number: Int32) {
    _ = flick_take_signal(number)
  }

  /// Restores the signals' default actions.
  package func cancel() {
    guard !source.isCancelled else { return }
    for number in numbers { _ = flick_signal_to_eventfd(number, -1) }
    source.cancel()
  }

  isolated deinit {
    cancel()
  }
}
