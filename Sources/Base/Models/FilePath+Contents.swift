import Glibc
import Platform

extension FilePath {
  /// Opens the file; child processes do not inherit the descriptor.
  ///
  /// - Parameters:
  ///   - flags: The flags of open(2).
  ///   - mode: The permissions of a created file.
  /// - Returns: A descriptor, which the caller must close.
  /// - Throws: The system's error, or `EPERM` for one of `OpenDatabases`.
  package func open(_ flags: Int32, mode: mode_t = 0) throws(FileError) -> Int32 {
    // What must be new is none of them.
    guard flags & O_EXCL != 0 || !OpenDatabases.contains(self) else {
      throw FileError(self, number: EPERM)
    }
    let descriptor = withCString { Glibc.open($0, flags | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw FileError(self) }
    return descriptor
  }

  /// Reads a file to its end, or up to `limit` bytes. Never blocks, in case it is a pipe.
  package func contents(limit: Int = .max) throws(FileError) -> [UInt8] {
    let descriptor = try open(O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { close(descriptor) }
    do throws(SystemError) {
      return try Descriptor.contents(of: descriptor, limit: limit)
    } catch {
      throw FileError(self, number: error.number)
    }
  }

  /// Creates the folder and its parents, as far as they are missing and can be; those that are new
  /// belong to the user alone.
  package func makeFolder() {
    var end = bytes.startIndex
    while end < bytes.endIndex {
      end = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
      _ = FilePath(bytes: bytes[..<end]).withCString { mkdir($0, 0o700) }
    }
  }

  /// Creates a file, or overwrites one. With `O_EXCL`, a failure leaves nothing behind.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - flags: What open(2) does with an existing file.
  ///   - mode: The permissions of a created file.
  ///   - isDurable: Whether the file also survives a system crash, not just the end of the program.
  package func write(
    _ bytes: [UInt8], flags: Int32 = O_TRUNC, mode: mode_t, isDurable: Bool = false
  ) throws(FileError) {
    let descriptor = try open(O_WRONLY | O_CREAT | flags, mode: mode)
    var failure: SystemError?
    do throws(SystemError) {
      try Descriptor.write(bytes, to: descriptor)
      if isDurable, fsync(descriptor) != 0 { throw SystemError() }
    } catch {
      failure = error
    }
    // Some network file systems report a full disk only on close.
    if close(descriptor) != 0, failure == nil { failure = SystemError() }
    guard let failure else { return }
    // With `O_EXCL` this is the file just created, and no other.
    if flags & O_EXCL != 0 { _ = withCString { unlink($0) } }
    throw FileError(self, number: failure.number)
  }

  /// Replaces a file atomically: whatever happens, it is either the old or the new one.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - mode: The permissions of the file; without `isExact`, the umask takes some of them away.
  ///   - isExact: Whether the file has exactly these.
  package func replace(with bytes: [UInt8], mode: mode_t, isExact: Bool = false) throws(FileError) {
    let new = parent.appending(FilePath(bytes: ".".utf8 + lastComponent + ".new".utf8))
    do throws(FileError) {
      let flags = O_TRUNC | O_NOFOLLOW | O_NONBLOCK
      try new.write(bytes, flags: flags, mode: mode, isDurable: true)
      if isExact, new.withCString({ chmod($0, mode) }) != 0 { throw FileError(new) }
      try new.rename(to: self)
    } catch {
      _ = new.withCString { unlink($0) }
      throw error
    }
  }

  /// Renames the file, replacing any file of that name.
  package func rename(to other: FilePath) throws(FileError) {
    let result = withCString { old in other.withCString { Glibc.rename(old, $0) } }
    guard result == 0 else { throw FileError(self) }
    guard let folder = try? parent.open(O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder)
    close(folder)
  }

  /// Renames the file, unless there is one of the new name.
  package func renameExclusively(to target: FilePath) throws(FileError) {
    do throws(SystemError) {
      try withCString { from throws(SystemError) in
        try target.withCString { to throws(SystemError) in try FileMove.rename(from, to: to) }
      }
    } catch {
      throw FileError(error.number == EEXIST ? target : self, number: error.number)
    }
  }
}
