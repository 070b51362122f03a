import CPlatform
import Dispatch
import Glibc

/// Signals that come as events on the main queue, instead of what they did before.
///
/// A handler of a few lines writes to an eventfd. Dispatch has sources of its own for signals, but
/// on Linux they pass a signal from thread to thread first, and now and then one was lost.
@MainActor
package final class SignalSource {
  private let numbers: [Int32]
  private let source: any DispatchSourceRead

  /// Listens from now on; several of one signal before the event count as one.
  ///
  /// - Parameters:
  ///   - numbers: The signals, such as SIGTERM. Only one source for each at a time.
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
    // The descriptor stays open until the source has let go of it.
    source.setCancelHandler { @Sendable in withExtendedLifetime(wakeup) {} }
    source.activate()
    for number in numbers { _ = flick_signal_to_eventfd(number, wakeup.fileDescriptor) }
  }

  /// Listens to one signal.
  package convenience init(_ number: Int32, handler: @escaping @MainActor () -> Void) {
    self.init([number]) { _ in handler() }
  }

  /// Whether a signal does what it does by default: nobody ignores it or handles it.
  package static func isDefault(_ number: Int32) -> Bool {
    var action = sigaction()
    return sigaction(number, nil, &action) == 0 && action.__sigaction_handler.sa_handler == nil
  }

  /// Gives the signals their default actions back.
  package func cancel() {
    guard !source.isCancelled else { return }
    for number in numbers { _ = flick_signal_to_eventfd(number, -1) }
    source.cancel()
  }

  isolated deinit {
    cancel()
  }
}
