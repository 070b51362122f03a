import Glibc
import Platform

/// The file system's identity of a file or folder, independent of its path.
package struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt
  fileprivate let number: UInt
}

/// What the system reports about a file or folder without reading it.
package struct FileStatus: Sendable {
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

  /// Queries the status of a path.
  ///
  /// - Parameters:
  ///   - path: Any path.
  ///   - followsLinks: Whether to follow a symbolic link.
  package init(_ path: FilePath, followsLinks: Bool = true) throws(FileError) {
    var status = stat()
    let result = path.withCString { followsLinks ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else { throw FileError(path) }
    self.status = status
  }

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

  /// Who may read and write it; see chmod(2).
  package var permissions: mode_t { status.st_mode & 0o7777 }

  /// In bytes.
  package var size: Int { Int(status.st_size) }

  /// When its content last changed.
  package var modified: FileDate {
    FileDate(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  /// When anything of it last changed: its content, its attributes, its names.
  package var changed: FileDate {
    FileDate(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
  }

  /// When it was last read.
  package var read: FileDate {
    FileDate(seconds: status.st_atim.tv_sec, nanoseconds: status.st_atim.tv_nsec)
  }

  /// The numbers of its owner and of its group.
  package var owner: (user: uid_t, group: gid_t) { (status.st_uid, status.st_gid) }

  package var identity: FileIdentity {
    FileIdentity(device: UInt(status.st_dev), number: UInt(status.st_ino))
  }

  /// The number of its disk.
  package var device: UInt { UInt(status.st_dev) }

  /// Whether only the owner of a file in this folder can delete it.
  package var isSticky: Bool { status.st_mode & S_ISVTX != 0 }

  /// Whether it belongs to the user of this process.
  package var isOwn: Bool { status.st_uid == geteuid() }

  /// Whether it has several hard links.
  package var hasOtherNames: Bool { status.st_nlink > 1 }
}

extension FileStatus: Equatable {
  /// Whether it is the same file with the same content, as far as the status shows.
  package static func == (left: FileStatus, right: FileStatus) -> Bool {
    left.identity == right.identity && left.size == right.size && left.modified == right.modified
  }
}
