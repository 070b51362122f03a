import FeedCore
import Glibc
import Models

/// What is typed on a command line.
package enum TypedPath {
  /// The path that an argument names.
  ///
  /// - Parameter bytes: The argument. What exists here wins: `2026-11-27 12:30.mp4` is a file.
  /// - Returns: The path; of `HOST:PATH`, the `sftp` address it stands for, as an argument.
  package static func path(_ bytes: [UInt8]) -> FilePath {
    let path = FilePath(bytes: bytes)
    guard let address = HostPath.address(bytes) else { return path }
    do throws(FileError) {
      _ = try FileStatus(path, followsLinks: false)
      return path
    } catch {
      return error.number == ENOENT ? FilePath(address.string) : path
    }
  }
}
