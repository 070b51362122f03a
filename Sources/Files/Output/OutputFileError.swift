import Glibc
import Models

/// Why a file cannot be written that was asked for.
package struct OutputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: FilePath
  /// In the system's words, or ours.
  package var reason: CleanText

  /// Creates an error.
  package init(path: FilePath, reason: CleanText) {
    self.path = path
    self.reason = reason
  }

  /// Creates an error of a system call.
  init(path: FilePath, number: Int32) {
    self.init(path: path, reason: CleanText(String(cString: strerror(number))))
  }

  package var description: String { "\(path): \(reason.string)" }
}

/// Writes all of it, waiting for the disk.
///
/// - Returns: The error's number; `nil` if all was written.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count == 0 || errno != EINTR {
      return count == 0 ? ENOSPC : errno
    }
  }
  return nil
}
