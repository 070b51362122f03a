import CLibAV
import MediaCore
import Models

/// Bytes in memory as libav's I/O context.
final class MemoryInput: MediaInput {
  let cancellation: CancellationToken
  let byteCount: Int64?
  private let bytes: [UInt8]
  private var source: MemorySource
  private var inputContext: InputContext?

  /// Takes bytes.
  ///
  /// - Throws: `.tooLarge` if there is no memory for reading them.
  init(_ bytes: [UInt8], cancellation: CancellationToken) throws(MediaError) {
    self.bytes = bytes
    self.cancellation = cancellation
    byteCount = Int64(bytes.count)
    source = MemorySource(bytes)
    guard rewind() else { throw .tooLarge }
  }

  var context: UnsafeMutablePointer<AVIOContext>? { inputContext?.pointer }

  var isCheapToScan: Bool { true }

  var failure: MediaError? { nil }

  func rewind() -> Bool {
    source = MemorySource(bytes)
    inputContext = InputContext(source)
    return inputContext != nil
  }
}
