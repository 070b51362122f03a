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
