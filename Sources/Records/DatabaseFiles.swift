import Glibc
import Models
import Platform

/// The files of a database: its own, and beside it the journal or the log of what was being written.
///
/// The checks here say what is wrong. What keeps SQLite from opening anything else is its VFS
/// (`CSQLite`), which looks at what has been opened.
struct DatabaseFiles {
  private let file: FilePath

  init(_ file: FilePath) {
    self.file = file
  }

  private var others: [FilePath] {
    OpenDatabases.suffixes.map { FilePath(bytes: file.bytes + Array($0.utf8)) }
  }

  /// Checks that all are the user's own regular files: others could be anything, and made to do harm.
  ///
  /// - Parameter orCreate: Whether the database is created if it is missing.
  func check(orCreate: Bool) throws(FileError) {
    do throws(FileError) {
      try Self.check(file)
    } catch {
      guard error.number == ENOENT, orCreate else { throw error }
      try create()
      try Self.check(file)
    }
    for other in others {
      do throws(FileError) {
        // What is written to a log would be written to its other names, too.
        guard try !Self.check(other).hasOtherNames else {
          throw FileError(other, number: EMLINK, words: localized("has other names (hard links)"))
        }
      } catch {
        if error.number != ENOENT { throw error }
      }
    }
  }

  @discardableResult
  private static func check(_ file: FilePath) throws(FileError) -> FileStatus {
    // Not by a descriptor: closing one would drop the locks of this process's other connections
    // (https://sqlite.org/howtocorrupt.html).
    let status = try FileStatus(file, followsLinks: false)
    guard status.kind != .link else {
      throw FileError(
        file, number: ELOOP, words: localized("a symbolic link, which is not opened"))
    }
    guard status.kind == .file else {
      throw FileError(file, number: EINVAL, words: localized("not a regular file"))
    }
    guard status.isOwn else {
      throw FileError(file, number: EPERM, words: localized("belongs to another user"))
    }
    return status
  }

  /// Creates the database's file: with SQLite's own mode, others could read it.
  private func create() throws(FileError) {
    do throws(FileError) {
      Glibc.close(try file.open(O_RDWR | O_CREAT | O_EXCL, mode: 0o600))
    } catch {
      // Another process may create it, too.
      if error.number != EEXIST { throw error }
    }
  }

  /// Renames a damaged database and the files beside it. Those go first: they must not be taken for a new database's.
  ///
  /// - Returns: Its new name.
  func moveAside() throws(FileError) -> FilePath {
    let name = file.lastComponent.dropLast(3) + Array(".damaged-\(Int(WallClock.now)).db".utf8)
    let copy = DatabaseFiles(file.parent.appending(FilePath(bytes: name)))
    for (old, new) in zip(others + [file], copy.others + [copy.file]) {
      do throws(FileError) {
        try old.renameExclusively(to: new)
      } catch {
        if error.number != ENOENT { throw error }
      }
    }
    return copy.file
  }
}
