import Glibc
import Models
import Platform

/// A file of lines that grows at its end. Whoever changes it holds the folder's lock (docs/decisions/files-state.md).
struct LedgerFile {
  /// What tells one state of a file from another.
  struct Version: Hashable {
    var identity: FileIdentity
    var size: Int
  }

  let path: FilePath

  /// The longest line, in bytes: no title or name needs more.
  static let longestLine = 65_536

  /// The file as it is now; `nil` if there is none.
  var version: Version? {
    (try? FileStatus(path)).map { Version(identity: $0.identity, size: $0.size) }
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
      // Half a batch is none.
      if count > 0 { ftruncate(descriptor, off_t(size)) }
      throw FileError(path, number: number)
    }
    if isDurable, fdatasync(descriptor) != 0 { throw FileError(path) }
    let before = Version(identity: status.identity, size: size)
    return (before, Version(identity: status.identity, size: size + bytes.count))
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
    // With the byte in front, which tells whether a line begins there.
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
      // A pipe or device in its place would take everything and keep nothing.
      close(descriptor)
      throw FileError(path, number: EINVAL)
    }
    return (descriptor, status)
  }
}
