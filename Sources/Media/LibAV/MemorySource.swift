import CLibAV
import Glibc

/// Bytes that are here already.
final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    let piece = bytes[position...].prefix(Int(count))
    guard !piece.isEmpty else { return AVStatus.endOfFile }
    piece.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { buffer.update(from: base, count: piece.count) }
    }
    position += piece.count
    return Int32(piece.count)
  }

  func seek(to offset: Int64, whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return Int64(bytes.count) }
    guard whence & ~AVSEEK_FORCE == SEEK_SET, let target = Int(exactly: offset),
      0...bytes.count ~= target
    else { return Int64(-EINVAL) }
    position = target
    return offset
  }
}
