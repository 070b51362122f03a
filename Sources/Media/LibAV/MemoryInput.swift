import CLibAV
import Glibc
import MediaCore

/// Bytes that are here already.
final class MemoryInput: MediaInput, ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8], cancellation: CancellationToken) {
    self.bytes = bytes
    super.init(cancellation)
  }

  override func rewind() -> Bool {
    position = 0
    return open(self)
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    let piece = bytes[position...].prefix(Int(count))
    guard !piece.isEmpty else { return AVStatus.endOfFile }
    _ = UnsafeMutableBufferPointer(start: buffer, count: piece.count).update(fromContentsOf: piece)
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
