import CPlatform
import Dispatch

/// A signal that comes as an event on the main queue, instead of what it did before.
///
/// A handler of three lines writes to an eventfd. Dispatch has sources of its own for signals, but
/// on Linux they pass a signal from thread to thread first, and now and then one was lost.
@MainActor
package final class SignalSource {
  private let number: Int32
  private let source: any DispatchSourceRead

  /// Listens from now on; several signals before the event count as one.
  ///
  /// - Parameters:
  ///   - number: The signal, such as SIGTERM. Only one source for each at a time.
  ///   - handler: Called on the main queue.
  package init(_ number: Int32, handler: @escaping @MainActor () -> Void) {
    self.number = number
    let wakeup = Wakeup()
    source = DispatchSource.makeReadSource(fileDescriptor: wakeup.fileDescriptor, queue: .main)
    source.setEventHandler { @Sendable in
      MainActor.assumeIsolated {
        wakeup.clear()
        handler()
      }
    }
    // The descriptor stays open until the source has let go of it.
    source.setCancelHandler { @Sendable in withExtendedLifetime(wakeup) {} }
    source.activate()
    _ = flick_signal_to_eventfd(number, wakeup.fileDescriptor)
  }

  /// Gives the signal its default action back.
  package func cancel() {
    guard !source.isCancelled else { return }
    _ = flick_signal_to_eventfd(number, -1)
    source.cancel()
  }

  isolated deinit {
    cancel()
  }
}
