import Glibc
import Platform

/// Why a file or folder cannot be read or written.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  /// An `errno` value.
  package let number: Int32
  private let ownWords: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - number: The error number of the system call; by default that of the last one.
  ///   - words: A more specific message than the system's.
  package init(_ path: FilePath, number: Int32 = errno, words: String? = nil) {
    self.path = path
    self.number = number
    ownWords = words
  }

  /// The message without the path.
  package var words: String { ownWords ?? "\(SystemError(number: number))" }

  package var description: String { "\(path): \(words)" }
}
