import CPlatform
import Glibc

/// An eventfd with which one thread wakes another that waits in `poll`.
///
/// Signals coalesce: any number of `signal()` calls before a `wait` wake it once.
package final class Wakeup: Sendable {
  /// The descriptor to poll for reading. -1 if the system had none left; `wait` then only times
  /// out.
  package let fileDescriptor: Int32

  package init() {
    fileDescriptor = flick_eventfd()
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// Makes the descriptor readable. Callable from any thread; never blocks.
  package func signal() {
    var one: UInt64 = 1
    _ = write(fileDescriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Clears all signals so far.
  package func clear() {
    var count: UInt64 = 0
    _ = read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Waits until it is signalled, `descriptor` is readable, or `timeout` seconds have passed, and
  /// clears the signals.
  ///
  /// - Parameters:
  ///   - descriptor: Another descriptor to wait for; -1 for none.
  ///   - timeout: Seconds; `nil` waits forever, zero or less returns at once.
  package func wait(orReading descriptor: Int32 = -1, timeout: Double?) {
    let nanoseconds = timeout.map { Int64(max(0, min($0, 1e6)) * 1e9) } ?? -1
    if flick_wait_readable(fileDescriptor, descriptor, nanoseconds) & 1 != 0 { clear() }
  }
}
