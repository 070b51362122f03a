import Glibc
import Platform

/// Why a file or folder cannot be read or written.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  /// The system's error number.
  package let number: Int32
  private let ownWords: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: Of what.
  ///   - number: Of the system call; of the last one if none is given.
  ///   - words: What says more than the system's words.
  package init(_ path: FilePath, number: Int32 = errno, words: String? = nil) {
    self.path = path
    self.number = number
    ownWords = words
  }

  /// What is wrong, without the path.
  package var words: String { ownWords ?? "\(SystemError(number: number))" }

  package var description: String { "\(path): \(words)" }
}
