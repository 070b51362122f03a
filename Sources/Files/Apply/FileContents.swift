import Glibc
import Models
import Platform

/// What an open file holds, piece by piece, without its holes.
struct FileContents {
  let path: FilePath
  let descriptor: Int32

  /// How much is read at once, in bytes.
  static let chunk = 1 << 20

  /// Whether two files have the same content; the first says how much there is.
  static func areEqual(_ left: FileContents, _ right: FileContents) throws(FileError) -> Bool {
    let size = try left.status.size
    guard try right.status.size == size else { return false }
    var (one, other) = ([UInt8](), [UInt8]())
    var offset = 0
    while offset < size {
      // Where both have a hole, both are zeros.
      let begins = [try left.dataBegin(from: offset), try right.dataBegin(from: offset)]
      guard let begin = begins.compactMap(\.self).min(), begin < size else { return true }
      let count = min(chunk, size - begin)
      try left.read(count, at: begin, into: &one)
      try right.read(count, at: begin, into: &other)
      guard one.count == count, one == other else { return false }
      offset = begin + count
    }
    return true
  }

  /// Writes the content to another file, which is empty: the same bytes, the same holes.
  func copy(to output: FileContents) throws(FileError) {
    let size = try status.size
    var bytes: [UInt8] = []
    var offset = 0
    while offset < size, let begin = try dataBegin(from: offset), begin < size {
      let end = min(try dataEnd(from: begin) ?? size, size, begin + Self.chunk)
      try read(end - begin, at: begin, into: &bytes)
      guard bytes.count == end - begin else { throw changed }
      try output.write(bytes, at: begin)
      offset = end
    }
    guard ftruncate(output.descriptor, size) == 0 else { throw FileError(output.path) }
  }

  /// What the system reports about the file.
  var status: FileStatus {
    get throws(FileError) {
      do throws(SystemError) {
        return try FileStatus(descriptor: descriptor)
      } catch {
        throw FileError(path, number: error.number)
      }
    }
  }

  /// The attributes that are the user's own.
  var attributes: [[CChar]: [UInt8]] {
    get throws(FileError) {
      try with { () throws(SystemError) in try FileAttribute.own(of: descriptor) }
    }
  }

  /// That it is not the file that it was when this was planned.
  var changed: FileError { .changed(path) }

  private func dataBegin(from offset: Int) throws(FileError) -> Int? {
    try with { () throws(SystemError) in try FileHoles.dataBegin(of: descriptor, from: offset) }
  }

  private func dataEnd(from offset: Int) throws(FileError) -> Int? {
    try with { () throws(SystemError) in try FileHoles.dataEnd(of: descriptor, from: offset) }
  }

  private func with<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(FileError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw FileError(path, number: error.number)
    }
  }

  /// Reads so many bytes, fewer only at the end.
  private func read(
    _ count: Int, at offset: Int, into buffer: inout [UInt8]
  ) throws(FileError) {
    if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
    var done = 0
    while done < count {
      // `done` is less than the buffer has.
      let got = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { pread(descriptor, $0 + done, count - done, off_t(offset + done)) }
          ?? 0
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileError(path) }
      if got == 0 { break }
      done += got
    }
    buffer.removeLast(count - done)
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map {
          pwrite(descriptor, $0 + done, bytes.count - done, off_t(offset + done))
        } ?? 0
      }
      if put < 0, errno == EINTR { continue }
      guard put > 0 else { throw FileError(path) }
      done += put
    }
  }
}

extension FileError {
  /// That a file is not the one that was planned.
  static func changed(_ path: FilePath) -> FileError {
    FileError(path, number: ESTALE, words: localized("it has changed since this was planned"))
  }
}
