/// The pixels of one frame, scaled for the screen: rows from the top, 0x00BBGGRR each (libav's
/// `rgb0` on a little-endian machine).
///
/// A producer fills a buffer while it holds the only reference, then publishes a `Frame`; from then
/// on the pixels are only read. When all holders have released it, the producer's `PixelBufferPool`
/// reuses the buffer: no copy and no allocation per frame.
///
/// `Sendable` because it is written only through `withMutablePixels`, whose caller is the only
/// holder (the pool checks `isKnownUniquelyReferenced`), and only read once it is shared.
package final class PixelBuffer: @unchecked Sendable {
  package let size: PixelSize
  private let storage: UnsafeMutableBufferPointer<UInt32>

  /// All pixels are black.
  package init(size: PixelSize) {
    self.size = size
    let count = max(size.width, 0) * max(size.height, 0)
    // 64-byte alignment suits the widest vector registers that swscale uses. swscale may write a
    // few bytes beyond the end of a row.
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count * 4 + 64, alignment: 64)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: count * 4 + 64)
    storage = UnsafeMutableBufferPointer(
      start: raw.bindMemory(to: UInt32.self, capacity: count + 16), count: count)
  }

  /// Missing pixels are black, surplus ones are ignored.
  package convenience init(size: PixelSize, pixels: some Sequence<UInt32>) {
    self.init(size: size)
    withMutablePixels { _ = $0.update(from: pixels) }
  }

  deinit {
    UnsafeMutableRawPointer(storage.baseAddress)?.deallocate()
  }

  /// Calls `body` with the pixels for reading: `size.width * size.height` of them, without padding.
  package func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeBufferPointer(storage))
  }

  /// Calls `body` with the pixels for writing. Only for a producer that is the buffer's sole
  /// holder.
  package func withMutablePixels<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt32>) throws -> Result
  ) rethrows -> Result {
    try body(storage)
  }
}
