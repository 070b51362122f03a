import CPlatform
import Glibc

/// Moves that never overwrite a file.
package enum FileMove {
  /// Renames a file, unless there is one of the new name.
  ///
  /// - Throws: `EEXIST` if there is, `EXDEV` if the new place is on another file system.
  package static func rename(
    _ from: UnsafePointer<CChar>, to: UnsafePointer<CChar>
  ) throws(SystemError) {
    if flick_rename_exclusively(from, to) == 0 { return }
    guard [EINVAL, ENOSYS].contains(errno) else { throw SystemError() }
    // Not in one step here: a second name that must be new, or where there are no such names, a look.
    if link(from, to) == 0 {
      // Another file may have got the name meanwhile: that one stays.
      var (old, new) = (stat(), stat())
      guard lstat(from, &old) == 0, lstat(to, &new) == 0, old.st_dev == new.st_dev,
        old.st_ino == new.st_ino
      else { return }
      if unlink(from) != 0 { throw SystemError() }
      return
    }
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw SystemError() }
    var status = stat()
    guard lstat(to, &status) != 0 else { throw SystemError(number: EEXIST) }
    if Glibc.rename(from, to) != 0 { throw SystemError() }
  }
}
