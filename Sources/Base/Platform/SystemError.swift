import Glibc

/// A failed call of the system, by the number it left in `errno`.
///
/// Whoever makes the call reads the number at once: each call after it, and be it the `close` of a
/// `deinit`, may leave another.
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  /// Creates an error of a number, as `<errno.h>` has it.
  package init(number: Int32 = errno) {
    self.number = number
  }
}

extension SystemError: CustomStringConvertible {
  /// In the system's words.
  package var description: String { String(cString: strerror(number)) }
}
