/// The pixels of one picture, scaled for the screen: rows from the top, 0x00BBGGRR each (libav's
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

  /// Creates a black picture.
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

  /// Creates a picture from pixels; those missing are black, those beyond the size are left out.
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

/// Buffers that come back by themselves when their last reader lets go (docs/decisions/core-threads.md).
package struct PixelBufferPool {
  private var buffers: [PixelBuffer] = []
  private let limit: Int

  /// Creates an empty pool.
  ///
  /// - Parameter limit: How many buffers are kept for reuse; one more is allocated and forgotten.
  package init(limit: Int = 8) {
    self.limit = limit
  }

  /// Returns a buffer of a size that nobody else holds. Its pixels are left from an earlier use.
  package mutating func take(_ size: PixelSize) -> PixelBuffer {
    buffers.removeAll { $0.size != size }
    for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) {
      return buffers[index]
    }
    let buffer = PixelBuffer(size: size)
    if buffers.count < limit { buffers.append(buffer) }
    return buffer
  }
}

/// One picture of a clip, ready to be shown.
package struct Frame: Sendable {
  package var pixels: PixelBuffer

  /// Seconds since the clip's first picture.
  package var presentationTime: Double

  /// Grows by one with every seek; a frame of an older generation is stale.
  package var generation: UInt64

  /// How often the clip has started again before this frame.
  package var loopIndex: Int

  /// Grows by one with every frame a player publishes; equal serials mean the same picture.
  package var serial: UInt64

  /// Creates a frame.
  package init(
    pixels: PixelBuffer, presentationTime: Double = 0, generation: UInt64 = 0, loopIndex: Int = 0,
    serial: UInt64 = 0
  ) {
    self.pixels = pixels
    self.presentationTime = presentationTime
    self.generation = generation
    self.loopIndex = loopIndex
    self.serial = serial
  }
}
