import Glibc
import Platform

/// A file or folder as the file system numbers it, whatever path leads there.
package struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt
  fileprivate let number: UInt
}

/// What the system tells of a file or folder without reading it.
package struct FileStatus: Sendable {
  /// What is there.
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    case link
    /// A device such as `/dev/null`, or a terminal.
    case characters
    /// A pipe, a socket, a disk.
    case other
  }

  private let status: stat

  /// Looks at what is at a path.
  ///
  /// - Parameters:
  ///   - path: Any path.
  ///   - followsLinks: Whether a link stands for what it leads to.
  package init(_ path: FilePath, followsLinks: Bool = true) throws(FileError) {
    var status = stat()
    let result = path.withCString { followsLinks ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else { throw FileError(path) }
    self.status = status
  }

  /// Looks at what is open.
  package init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError() }
    self.status = status
  }

  package var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    case S_IFCHR: .characters
    default: .other
    }
  }

  /// In bytes.
  package var size: Int { Int(status.st_size) }

  /// When its content was last changed.
  package var modified: FileDate {
    FileDate(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  package var identity: FileIdentity {
    FileIdentity(device: UInt(status.st_dev), number: UInt(status.st_ino))
  }

  /// Whether there are several names for it.
  package var hasOtherNames: Bool { status.st_nlink > 1 }
}

extension FileStatus: Equatable {
  /// Whether it is the same file with the same content, as far as is to be seen.
  package static func == (left: FileStatus, right: FileStatus) -> Bool {
    left.identity == right.identity && left.size == right.size && left.modified == right.modified
  }
}
