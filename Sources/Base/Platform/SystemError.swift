import Glibc

/// A failed system call, by its `errno`.
///
/// The caller must read the number at once: any later call, even the `close` of a `deinit`, may
/// overwrite it.
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  package init(number: Int32 = errno) {
    self.number = number
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String { String(cString: strerror(number)) }
}
