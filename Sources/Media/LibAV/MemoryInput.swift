import CLibAV
import Glibc
import MediaCore

final class MemoryInput: MediaInput {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8], cancellation: CancellationToken) {
    self.bytes = bytes
    super.init(cancellation)
  }

  override var byteCount: Int64? { Int64(bytes.count) }

  override func rewind() -> Bool {
    position = 0
    return open()
  }

  override func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    let piece = bytes[position...].prefix(Int(count))
    guard !piece.isEmpty else { return AVStatus.endOfFile }
    _ = UnsafeMutableBufferPointer(start: buffer, count: piece.count).update(fromContentsOf: piece)
    position += piece.count
    return Int32(piece.count)
  }

  override func move(to offset: Int64) -> Int64 {
    guard offset <= bytes.count else { return Int64(-EINVAL) }
    position = Int(offset)
    return offset
  }
}
