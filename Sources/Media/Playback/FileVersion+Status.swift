import Glibc
import MediaCore
import Models

extension FileVersion {
  /// Looks at a file. Called on threads that may wait for a slow disk.
  ///
  /// - Returns: `nil` if there is none, and for what is not on this machine.
  init?(of location: MediaLocation) {
    guard case .file(let path) = location else { return nil }
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(
      modified: FileDate(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec),
      byteCount: Int64(status.st_size))
  }
}
