import Glibc
import Models
import Platform

/// An append-only file of lines. Writers hold the folder's lock (docs/decisions/files-state.md).
struct LedgerFile {
  /// Distinguishes two versions of a file.
  struct Version: Hashable {
    var identity: FileIdentity
    var size: Int
  }

  let path: FilePath

  /// The longest line, in bytes: no title or name needs more.
  static let longestLine = 65_536

  /// The file's current version; `nil` if there is none.
  var version: Version? {
    (try? FileStatus(path)).map { Version(identity: $0.identity, size: $0.size) }
  }

  /// Appends lines in one write: either all of them are written, or none.
  ///
  /// A line that a crash has left unfinished is ended first, so that only that line is lost.
  ///
  /// - Parameters:
  ///   - lines: Each with its line feed.
  ///   - isDurable: Whether they survive a crash of the machine, not just of the program.
  /// - Returns: The versions before and after.
  func append(
    _ lines: [UInt8], isDurable: Bool = false
  ) throws(FileError) -> (before: Version, after: Version) {
    let (descriptor, status) = try open(O_RDWR | O_CREAT | O_APPEND)
    defer { close(descriptor) }
    let size = status.size
    var last = UInt8(ascii: "\n")
    let isTorn = size > 0 && pread(descriptor, &last, 1, off_t(size - 1)) == 1 && last != 0x0A
    let bytes = isTorn ? [0x0A] + lines : lines
    errno = 0
    let count = Glibc.write(descriptor, bytes, bytes.count)
    guard count == bytes.count else {
      let number = errno == 0 ? ENOSPC : errno
      // Undo a partial write.
      if count > 0 { ftruncate(descriptor, off_t(size)) }
      throw FileError(path, number: number)
    }
    if isDurable, fdatasync(descriptor) != 0 { throw FileError(path) }
    let before = Version(identity: status.identity, size: size)
    return (before, Version(identity: status.identity, size: size + bytes.count))
  }

  /// The content read from a file.
  struct Content {
    /// Whole lines, except perhaps a torn last one.
    var bytes: [UInt8] = []
    /// The version that was read; `nil` if there is no file.
    var version: Version?
    /// Whether this starts at the beginning of the file.
    var isWhole = true
  }

  /// Reads the file, or the latest lines if it is too long.
  ///
  /// - Parameter limit: How much to read at most, in bytes.
  func read(latest limit: Int) throws(FileError) -> Content {
    let descriptor: Int32
    let status: FileStatus
    do throws(FileError) {
      (descriptor, status) = try open(O_RDONLY)
    } catch {
      if error.number == ENOENT { return Content() }
      throw error
    }
    defer { close(descriptor) }
    // Include the byte before, which shows whether a line begins here.
    let start = status.size > limit ? status.size - limit - 1 : 0
    lseek(descriptor, off_t(start), SEEK_SET)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: descriptor, limit: limit + 1)
    } catch {
      throw FileError(path, number: error.number)
    }
    let version = Version(identity: status.identity, size: start + bytes.count)
    guard start > 0 else { return Content(bytes: bytes, version: version) }
    let lines = bytes.firstIndex(of: UInt8(ascii: "\n")).map { bytes[($0 + 1)...] } ?? []
    return Content(bytes: Array(lines), version: version, isWhole: false)
  }

  private func open(_ flags: Int32) throws(FileError) -> (Int32, FileStatus) {
    let descriptor = try path.open(flags | O_NONBLOCK, mode: 0o600)
    guard let status = try? FileStatus(descriptor: descriptor), status.kind == .file else {
      // A pipe or device in its place would accept everything and keep nothing.
      close(descriptor)
      throw FileError(path, number: EINVAL)
    }
    return (descriptor, status)
  }
}
