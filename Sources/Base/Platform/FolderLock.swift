import Glibc

/// A lock on a folder, which one process at a time can hold until it releases it or ends.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Parameter path: The folder; what is in it is not locked.
  /// - Returns: `nil` if another process holds it. Where locks do not work, it is always granted.
  package init?(_ path: UnsafePointer<CChar>) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
