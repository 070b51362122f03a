/// Buffers that return automatically when their last reader releases them
/// (docs/decisions/core-threads.md).
package struct PixelBufferPool {
  private var buffers: [PixelBuffer] = []
  private let limit: Int

  /// Creates an empty pool.
  ///
  /// - Parameter limit: The number of buffers kept for reuse; any beyond that are allocated and
  ///   freed.
  package init(limit: Int = 8) {
    self.limit = limit
  }

  /// Returns a buffer of a size that nobody else holds. Its pixels are undefined.
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
