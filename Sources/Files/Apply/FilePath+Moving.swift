import Glibc
import Models
import Platform

extension FilePath {
  /// The folder for rejected files where there is no trash.
  static let rejected = FilePath(".rejected")

  /// Does nothing if the folder exists.
  func makeFolder(mode: mode_t = 0o777) throws(FileError) {
    if withCString({ mkdir($0, mode) }) == 0 { return }
    let number = errno
    guard number == EEXIST, (try? FileStatus(self))?.kind == .folder else {
      throw FileError(self, number: number)
    }
  }

  /// Also creates the folders that contain it, if they are missing.
  func makeFolders(mode: mode_t = 0o777) throws(FileError) {
    if (try? FileStatus(self))?.kind == .folder { return }
    if parent != self { try parent.makeFolders(mode: mode) }
    try makeFolder(mode: mode)
  }

  /// Gives the file a second name, which must be new.
  func link(to target: FilePath) throws(FileError) {
    let result = withCString { old in target.withCString { Glibc.link(old, $0) } }
    guard result == 0 else { throw FileError(errno == EEXIST ? target : self) }
  }

  func remove() throws(FileError) {
    guard withCString({ unlink($0) }) == 0 else { throw FileError(self) }
  }

  /// Makes the names in this folder survive a power failure.
  func flush() {
    guard let folder = try? open(O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder)
    close(folder)
  }

  /// Whether there is a file, a folder or a link of this name.
  var isTaken: Bool { (try? FileStatus(self, followsLinks: false)) != nil }

  /// Whether no symbolic link leads to the file, as far as its folder exists.
  var isReachedDirectly: Bool {
    var folder = parent
    while !folder.isTaken, folder.parent != folder { folder = folder.parent }
    return folder.resolved == folder
  }
}
