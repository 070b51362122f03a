/// The parts of a remote file that are here, in blocks, within a bound.
///
/// The file's beginning is kept for good: a loop comes back to it, and so does a swipe.
package struct BlockCache: Sendable {
  /// Bytes in a block; fetching starts at the beginning of one.
  package static let blockSize: Int64 = 16_384

  /// Bytes that are kept at most.
  package let limit: Int
  /// Bytes at the beginning of the file that are never given up.
  package let head: Int64
  /// Bytes held.
  package private(set) var byteCount = 0
  /// By their number; each holds its bytes from the first on, but not always to the last.
  private var blocks: [Int64: [UInt8]] = [:]

  /// Creates an empty cache.
  ///
  /// - Precondition: `limit` exceeds `head` by some blocks.
  package init(limit: Int, head: Int64) {
    self.limit = limit
    self.head = head
  }

  /// The bytes held from a position up to the end of its block; empty if there are none.
  package func bytes(at position: Int64) -> ArraySlice<UInt8> {
    guard let block = blocks[position / Self.blockSize] else { return [] }
    return block.dropFirst(Int(position % Self.blockSize))
  }

  /// The first position at or after one of which nothing is held, looked for up to an end.
  package func firstGap(from position: Int64, to end: Int64) -> Int64 {
    var gap = position
    while gap < end {
      let count = bytes(at: gap).count
      guard count > 0 else { break }
      gap += Int64(count)
    }
    return min(gap, max(end, position))
  }

  /// Where fetching has to begin to fill a gap: behind what the gap's block holds already.
  package func fetchStart(for gap: Int64) -> Int64 {
    let index = gap / Self.blockSize
    return index * Self.blockSize + Int64(blocks[index]?.count ?? 0)
  }

  /// Adds bytes that were fetched.
  ///
  /// - Parameters:
  ///   - bytes: They follow what their first block holds, or begin it.
  ///   - position: Of the first one.
  ///   - reader: Where the file is being read: what is furthest behind it goes first.
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

  /// What is worth keeping of a closed file: its head, and its end, where an index may be.
  ///
  /// - Parameter length: Bytes in the file.
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
