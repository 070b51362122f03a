/// The downloaded parts of a remote file, in blocks, with a size limit.
///
/// The beginning of the file is kept permanently, for loops and for swipes back to it.
package struct BlockCache: Sendable {
  /// Bytes per block; fetching starts at block boundaries.
  package static let blockSize: Int64 = 16_384

  /// The maximum number of bytes kept.
  package let limit: Int
  /// The number of bytes at the beginning of the file that are never evicted.
  package let head: Int64
  package private(set) var byteCount = 0
  /// By block number; each holds its bytes from the first on, but not always to the last.
  private var blocks: [Int64: [UInt8]] = [:]

  /// Creates an empty cache.
  ///
  /// - Precondition: `limit` exceeds `head` by some blocks.
  package init(limit: Int, head: Int64) {
    self.limit = limit
    self.head = head
  }

  /// The bytes held from a position to the end of its block; empty if there are none.
  package func bytes(at position: Int64) -> ArraySlice<UInt8> {
    guard let block = blocks[position / Self.blockSize] else { return [] }
    return block.dropFirst(Int(position % Self.blockSize))
  }

  /// The first missing position at or after a position, searching up to an end.
  package func firstGap(from position: Int64, to end: Int64) -> Int64 {
    var gap = position
    while gap < end {
      let count = bytes(at: gap).count
      guard count > 0 else { break }
      gap += Int64(count)
    }
    return min(gap, max(end, position))
  }

  /// Where fetching must start to fill a gap: after the bytes already held of the gap's block.
  package func fetchStart(for gap: Int64) -> Int64 {
    let index = gap / Self.blockSize
    return index * Self.blockSize + Int64(blocks[index]?.count ?? 0)
  }

  /// Adds fetched bytes.
  ///
  /// - Parameters:
  ///   - bytes: They continue their first block, or start it.
  ///   - position: The position of the first byte.
  ///   - reader: The reading position; the blocks furthest behind it are evicted first.
  package mutating func insert(_ bytes: ArraySlice<UInt8>, at position: Int64, reader: Int64) {
    var rest = bytes
    var position = position
    while !rest.isEmpty {
      let index = position / Self.blockSize
      let offset = Int(position % Self.blockSize)
      let count = min(rest.count, Int(Self.blockSize) - offset)
      var block = blocks.removeValue(forKey: index) ?? []
      let held = block.count
      if offset == held {
        block.reserveCapacity(Int(Self.blockSize))
        block += rest.prefix(count)
      } else if offset < held, offset + count > held {
        block += rest.prefix(count).dropFirst(held - offset)
      }
      byteCount += block.count - held
      if !block.isEmpty { blocks[index] = block }
      rest = rest.dropFirst(count)
      position += Int64(count)
    }
    evict(reader: reader)
  }

  /// The parts of a closed file worth keeping: its head, and its end, which may contain an index.
  ///
  /// - Parameter length: The file size in bytes.
  package func edges(length: Int64) -> BlockCache {
    var cache = self
    for (index, block) in blocks {
      let start = index * Self.blockSize
      guard start >= head, start + Self.blockSize < length - head / 2 else { continue }
      cache.byteCount -= block.count
      cache.blocks[index] = nil
    }
    return cache
  }

  private mutating func evict(reader: Int64) {
    guard byteCount > limit else { return }
    let current = reader / Self.blockSize
    let unpinned = blocks.keys.filter { $0 * Self.blockSize >= head && $0 != current }
    let behind = unpinned.filter { $0 < current }.sorted()
    let ahead = unpinned.filter { $0 > current }.sorted(by: >)
    for index in behind + ahead {
      guard byteCount > limit else { return }
      byteCount -= blocks.removeValue(forKey: index)?.count ?? 0
    }
  }
}
