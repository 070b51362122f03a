import MediaCore
import Models
import TestSupport
import Testing

@Suite struct BlockCacheTests {
  @Test func cacheIsBounded() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let file = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) }
    var cache = BlockCache(limit: 160_000, head: 40_000)
    var reader: Int64 = 0
    for _ in 0..<2_000 {
      if Bool.random(using: &generator) {
        reader = Int64.random(in: 0..<Int64(file.count), using: &generator)
      }
      let gap = cache.firstGap(from: reader, to: Int64(file.count))
      guard gap < Int64(file.count) else { continue }
      let start = Int(cache.fetchStart(for: gap))
      #expect(start <= Int(gap), "seed \(seed)")
      let count = Int.random(in: 1...30_000, using: &generator)
      let bytes = file[start..<min(start + count, file.count)]
      cache.insert(Array(bytes)[...], at: Int64(start), reader: reader)
      #expect(cache.byteCount <= 160_000, "seed \(seed)")
      let held = cache.bytes(at: reader)
      #expect(Array(held) == Array(file[Int(reader)..<Int(reader) + held.count]), "seed \(seed)")
    }
    let edges = cache.edges(length: Int64(file.count))
    #expect(edges.byteCount <= cache.byteCount)
  }

  @Test func beginningStaysInTheCache() {
    var cache = BlockCache(limit: 160_000, head: 40_000)
    let piece = [UInt8](repeating: 7, count: 16_384)[...]
    for index in 0..<100 {
      let position = Int64(index) * 16_384
      cache.insert(piece, at: position, reader: position)
    }
    #expect(cache.firstGap(from: 0, to: 40_000) == 40_000)
    #expect(cache.bytes(at: 99 * 16_384).elementsEqual(piece))
    // Between them is room for what was read last only.
    #expect(cache.bytes(at: 50 * 16_384).isEmpty)
  }
}
