import Glibc

/// A lock that one process at a time can hold, until it releases it or ends.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Parameter path: A file that stands for it; created if missing.
  /// - Returns: `nil` if another process holds it. Where locks do not work, nobody is kept out.
  package init?(_ path: UnsafePointer<CChar>) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return
    }
    close(descriptor)
    return nil
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
