import CPlatform
import Glibc

/// A read lease (fcntl(2), `F_SETLEASE`): granted if no program has the file open for writing, and broken
/// before one can open it so. It is released when its descriptor is closed.
package enum FileLease {
  /// How a request for a lease was answered.
  package enum Answer: Hashable, Sendable {
    case granted
    /// A program has the file open for writing.
    case refused
    /// The file belongs to another user, or its file system knows no leases.
    case unavailable
  }

  /// Requests a lease.
  ///
  /// - Parameters:
  ///   - descriptor: Of a file that is open for reading only.
  ///   - isRemote: Whether other machines may have the file open: there, a refusal says nothing.
  package static func take(on descriptor: Int32, isRemote: Bool) -> Answer {
    if flick_take_lease(descriptor) == 0 { return .granted }
    return errno == EAGAIN && !isRemote ? .refused : .unavailable
  }

  /// Whether a granted lease is whole: no program is waiting to write.
  package static func isHeld(on descriptor: Int32) -> Bool { flick_holds_lease(descriptor) }
}
