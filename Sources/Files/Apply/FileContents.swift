import Glibc
import Models
import Platform

/// What an open file holds, piece by piece.
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
    for offset in stride(from: 0, to: size, by: chunk) {
      let count = min(chunk, size - offset)
      try left.read(count, at: offset, into: &one)
      try right.read(count, at: offset, into: &other)
      guard one.count == count, one == other else { return false }
    }
    return true
  }

  /// Writes the content to another file, which is empty.
  func copy(to output: FileContents) throws(FileError) {
    let size = try status.size
    var bytes: [UInt8] = []
    for offset in stride(from: 0, to: size, by: Self.chunk) {
      let count = min(Self.chunk, size - offset)
      try read(count, at: offset, into: &bytes)
      guard bytes.count == count else { throw changed }
      try FileError.about(output.path) { () throws(SystemError) in
        try Descriptor.write(bytes, to: output.descriptor)
      }
    }
  }

  /// What the system reports about the file.
  var status: FileStatus {
    get throws(FileError) {
      try FileError.about(path) { () throws(SystemError) in
        try FileStatus(descriptor: descriptor)
      }
    }
  }

  /// The attributes that are the user's own.
  var attributes: [[CChar]: [UInt8]] {
    get throws(FileError) {
      try FileError.about(path) { () throws(SystemError) in
        try FileAttribute.own(of: descriptor)
      }
    }
  }

  /// That it is not the file that it was when this was planned.
  var changed: FileError { .changed(path) }

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
}
