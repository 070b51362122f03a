import Glibc
import Platform

extension FilePath {
  /// Opens what is there; no program that is started gets it.
  ///
  /// - Parameters:
  ///   - flags: As open(2) takes them.
  ///   - mode: Who may do what with a file that is made.
  /// - Returns: A descriptor, which is the caller's to close.
  package func open(_ flags: Int32, mode: mode_t = 0) throws(FileError) -> Int32 {
    let descriptor = withCString { Glibc.open($0, flags | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw FileError(self) }
    return descriptor
  }

  /// Reads a file to its end, or so many bytes at most. Nothing is waited for: there may be a pipe.
  package func contents(limit: Int = .max) throws(FileError) -> [UInt8] {
    let descriptor = try open(O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { close(descriptor) }
    do throws(SystemError) {
      return try Descriptor.contents(of: descriptor, limit: limit)
    } catch {
      throw FileError(self, number: error.number)
    }
  }

  /// Makes a file, or writes one anew. With `O_EXCL` nothing is left of it where that fails.
  ///
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - flags: What open(2) does with a file that is there.
  ///   - mode: Who may do what with a file that is made.
  ///   - isDurable: Whether it survives the machine's end, too, not just the program's.
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
    // Some network file systems tell only now that there is no room.
    if close(descriptor) != 0, failure == nil { failure = SystemError() }
    guard let failure else { return }
    // With `O_EXCL` it is the file just made, and no other.
    if flags & O_EXCL != 0 { _ = withCString { unlink($0) } }
    throw FileError(self, number: failure.number)
  }

  /// Puts a file in place of the one that may be there: whatever happens, it is the old or the new one.
  ///
  /// - Parameters:
  ///   - bytes: All of the file.
  ///   - mode: Who may do what with it.
  package func replace(with bytes: [UInt8], mode: mode_t) throws(FileError) {
    let new = parent.appending(FilePath(bytes: ".".utf8 + lastComponent + ".new".utf8))
    do throws(FileError) {
      let flags = O_TRUNC | O_NOFOLLOW | O_NONBLOCK
      try new.write(bytes, flags: flags, mode: mode, isDurable: true)
      try new.rename(to: self)
    } catch {
      _ = new.withCString { unlink($0) }
      throw error
    }
  }

  /// Gives the file another name, in place of the file that has it.
  package func rename(to other: FilePath) throws(FileError) {
    let result = withCString { old in other.withCString { Glibc.rename(old, $0) } }
    guard result == 0 else { throw FileError(self) }
    guard let folder = try? parent.open(O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder)
    close(folder)
  }
}
