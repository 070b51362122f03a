import Glibc
import Models

/// A file of lines that grows at its end. Whoever changes it holds the folder's lock.
struct LedgerFile {
  /// What tells one state of a file from another.
  struct Version: Hashable {
    var inode: UInt
    var size: Int
  }

  let path: FilePath

  /// The longest line, in bytes: no title or name needs more.
  static let longestLine = 65_536

  /// The file as it is now; `nil` if there is none.
  var version: Version? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    return Version(inode: UInt(status.st_ino), size: Int(status.st_size))
  }

  /// Appends lines in one write; all of them are there afterwards, or none.
  ///
  /// A line that a crash has left without its end is ended first: nothing is lost but that one.
  ///
  /// - Parameters:
  ///   - lines: Each with its line feed.
  ///   - isDurable: Whether they survive the machine's end, too, not just the program's.
  /// - Returns: The versions before and after.
  func append(
    _ lines: [UInt8], isDurable: Bool = false
  ) throws(LedgerError) -> (before: Version, after: Version) {
    let (descriptor, status) = try open(O_RDWR | O_CREAT | O_APPEND)
    defer { close(descriptor) }
    let size = Int(status.st_size)
    var last = UInt8(ascii: "\n")
    let isTorn = size > 0 && pread(descriptor, &last, 1, off_t(size - 1)) == 1 && last != 0x0A
    let bytes = isTorn ? [0x0A] + lines : lines
    errno = 0
    let count = Glibc.write(descriptor, bytes, bytes.count)
    guard count == bytes.count else {
      let number = errno == 0 ? ENOSPC : errno
      // Half a batch is none.
      if count > 0 { ftruncate(descriptor, off_t(size)) }
      throw LedgerError(path: path, number: number)
    }
    if isDurable, fdatasync(descriptor) != 0 { throw LedgerError(path: path, number: errno) }
    let inode = UInt(status.st_ino)
    return (
      Version(inode: inode, size: size), Version(inode: inode, size: size + bytes.count)
    )
  }

  /// What is read of a file at once.
  struct Content {
    /// Whole lines, but for a last one that is torn.
    var bytes: [UInt8] = []
    /// What they are of; `nil` if there is no file.
    var version: Version?
    /// Whether there is nothing in front of them.
    var isWhole = true
  }

  /// Reads the file, or of one that is too long its latest lines.
  ///
  /// - Parameter limit: How much to read at most, in bytes.
  func read(latest limit: Int) throws(LedgerError) -> Content {
    let descriptor: Int32
    let status: stat
    do throws(LedgerError) {
      (descriptor, status) = try open(O_RDONLY)
    } catch {
      if error.number == ENOENT { return Content() }
      throw error
    }
    defer { close(descriptor) }
    let size = Int(status.st_size)
    // With the byte in front, which tells whether a line begins there.
    let start = size > limit ? size - limit - 1 : 0
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var count = 0
      let rest = limit + 1 - bytes.count
      let piece = [UInt8](unsafeUninitializedCapacity: min(rest, 65_536)) { buffer, initialized in
        count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(start + bytes.count))
        initialized = max(count, 0)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw LedgerError(path: path, number: errno)
      }
      if count == 0 { break }
      bytes += piece
    }
    let version = Version(inode: UInt(status.st_ino), size: start + bytes.count)
    guard start > 0 else { return Content(bytes: bytes, version: version) }
    let lines = bytes.firstIndex(of: UInt8(ascii: "\n")).map { bytes[($0 + 1)...] } ?? []
    return Content(bytes: Array(lines), version: version, isWhole: false)
  }

  /// Puts other content in place of the file's: whatever happens, it is the old or the new one.
  func replace(with bytes: [UInt8]) throws(LedgerError) {
    let new = LedgerFile(path: FilePath(bytes: path.bytes + Array(".new".utf8)))
    let (descriptor, _) = try new.open(O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    defer { close(descriptor) }
    errno = 0
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
      let number = errno == 0 ? ENOSPC : errno
      _ = new.path.withCString { unlink($0) }
      throw LedgerError(path: new.path, number: number)
    }
    try new.rename(to: path)
  }

  /// Gives the file another name, in place of the file that has it.
  func rename(to other: FilePath) throws(LedgerError) {
    let result = path.withCString { old in other.withCString { Glibc.rename(old, $0) } }
    guard result == 0 else { throw LedgerError(path: path, number: errno) }
    let folder = path.parent.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func open(_ flags: Int32) throws(LedgerError) -> (Int32, stat) {
    let descriptor = path.withCString {
      Glibc.open($0, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard descriptor >= 0 else { throw LedgerError(path: path, number: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      // A pipe or device in its place would take everything and keep nothing.
      close(descriptor)
      throw LedgerError(path: path, number: EINVAL)
    }
    return (descriptor, status)
  }
}
