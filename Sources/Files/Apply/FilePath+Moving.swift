import Glibc
import Models
import Platform

extension FilePath {
  /// Creates a folder, unless there is one.
  func makeFolder(mode: mode_t = 0o777) throws(FileError) {
    if withCString({ mkdir($0, mode) }) == 0 { return }
    let number = errno
    guard number == EEXIST, (try? FileStatus(self))?.kind == .folder else {
      throw FileError(self, number: number)
    }
  }

  /// Creates a folder and those that contain it, as far as they are missing.
  func makeFolders(mode: mode_t = 0o777) throws(FileError) {
    if (try? FileStatus(self))?.kind == .folder { return }
    if parent != self { try parent.makeFolders(mode: mode) }
    try makeFolder(mode: mode)
  }

  /// Renames the file, unless there is one of the new name.
  func renameExclusively(to target: FilePath) throws(FileError) {
    do throws(SystemError) {
      try withCString { from throws(SystemError) in
        try target.withCString { to throws(SystemError) in try FileMove.rename(from, to: to) }
      }
    } catch {
      throw FileError(error.number == EEXIST ? target : self, number: error.number)
    }
  }

  /// Gives the file a second name, which must be new.
  func link(to target: FilePath) throws(FileError) {
    let result = withCString { old in target.withCString { Glibc.link(old, $0) } }
    guard result == 0 else { throw FileError(errno == EEXIST ? target : self) }
  }

  /// Removes the file.
  func remove() throws(FileError) {
    guard withCString({ unlink($0) }) == 0 else { throw FileError(self) }
  }

  /// Has the names in this folder survive a power failure.
  func flush() {
    guard let folder = try? open(O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder)
    close(folder)
  }

  /// Copies the file to a new name, which appears once the copy is complete, on the disk, and has been
  /// read back and found equal.
  ///
  /// - Parameter draft: The name until then, in the same folder; one that was left there is
  ///   overwritten.
  func copyExclusively(to target: FilePath, draft: FilePath) throws(FileError) {
    do throws(FileError) {
      try copy(to: draft)
      try draft.renameExclusively(to: target)
      target.parent.flush()
    } catch {
      _ = draft.withCString { unlink($0) }
      throw error
    }
  }

  /// Whether another file has the same content.
  func hasContent(of other: FilePath) throws(FileError) -> Bool {
    let (mine, its) = (try open(O_RDONLY | O_NOFOLLOW), try other.open(O_RDONLY | O_NOFOLLOW))
    defer {
      close(mine)
      close(its)
    }
    var same = true
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    try eachChunk(of: mine) { bytes in
      same =
        same && other.fill(&buffer, bytes.count, from: its)
        && buffer.prefix(bytes.count).elementsEqual(bytes)
    }
    return same && read(its, &buffer, 1) == 0
  }

  /// How much is copied at once, in bytes.
  private static let chunk = 1 << 20

  private func copy(to draft: FilePath) throws(FileError) {
    let input = try open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0 else { throw FileError(self) }
    let output = try draft.open(O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
    defer { close(output) }
    try eachChunk(of: input) { bytes throws(FileError) in
      do throws(SystemError) {
        try Descriptor.write(bytes, to: output)
      } catch {
        throw FileError(draft, number: error.number)
      }
    }
    fchmod(output, status.st_mode & 0o777)
    var times = [status.st_atim, status.st_mtim]
    futimens(output, &times)
    guard fsync(output) == 0 else { throw FileError(draft) }
    // What is read comes from the disk, not from memory.
    posix_fadvise(output, 0, 0, POSIX_FADV_DONTNEED)
    guard lseek(input, 0, SEEK_SET) == 0, lseek(output, 0, SEEK_SET) == 0 else {
      throw FileError(draft)
    }
    var copied = [UInt8](repeating: 0, count: Self.chunk)
    try eachChunk(of: input) { bytes throws(FileError) in
      guard draft.fill(&copied, bytes.count, from: output),
        copied.prefix(bytes.count).elementsEqual(bytes)
      else {
        throw FileError(draft, number: EIO, words: localized("the copy differs from the file"))
      }
    }
  }

  /// Calls a function with the file's content, piece by piece.
  private func eachChunk(
    of descriptor: Int32, _ body: ([UInt8]) throws(FileError) -> Void
  ) throws(FileError) {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(self) }
      if count == 0 { return }
      try body(count == buffer.count ? buffer : Array(buffer.prefix(count)))
    }
  }

  /// Reads exactly so many bytes.
  private func fill(_ buffer: inout [UInt8], _ count: Int, from descriptor: Int32) -> Bool {
    var done = 0
    while done < count {
      // The buffer has room for a chunk, and `count` is no more.
      let got = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { read(descriptor, $0 + done, count - done) } ?? 0
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return false }
      done += got
    }
    return true
  }
}
