/// The pixels of one frame, scaled for the screen: rows from the top, 0x00BBGGRR each (libav's
/// `rgb0` on a little-endian machine).
///
/// A producer fills a buffer while it alone holds a reference, then hands out a `Frame`; from there
/// on the pixels are only read. When every holder has let go, the producer's `PixelBufferPool`
/// takes the buffer again: no copy and no allocation for a frame.
///
/// `Sendable` because it is written only through `withMutablePixels`, whose caller is the only
/// holder (the pool checks `isKnownUniquelyReferenced`), and only read once it is shared.
package final class PixelBuffer: @unchecked Sendable {
  package let size: PixelSize
  private let storage: UnsafeMutableBufferPointer<UInt32>

  /// Creates a black frame.
  package init(size: PixelSize) {
    self.size = size
    let count = max(size.width, 0) * max(size.height, 0)
    // 64-byte alignment suits the widest vector registers swscale uses, and it may write a few
    // bytes beyond the end of a row.
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count * 4 + 64, alignment: 64)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: count * 4 + 64)
    storage = UnsafeMutableBufferPointer(
      start: raw.bindMemory(to: UInt32.self, capacity: count + 16), count: count)
  }

  /// Creates a frame from pixels; those missing are black, those beyond the size are left out.
  package convenience init(size: PixelSize, pixels: some Sequence<UInt32>) {
    self.init(size: size)
    withMutablePixels { target in
      for (index, pixel) in zip(target.indices, pixels) { target[index] = pixel }
    }
  }

  deinit {
    UnsafeMutableRawPointer(storage.baseAddress)?.deallocate()
  }

  /// Calls `body` with the pixels to read: `size.width * size.height` of them, without padding.
  package func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeBufferPointer(storage))
  }

  /// Calls `body` with the pixels to write. Only for a producer that alone holds the buffer.
  package func withMutablePixels<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt32>) throws -> Result
  ) rethrows -> Result {
    try body(storage)
  }
}
