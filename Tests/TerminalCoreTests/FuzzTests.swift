import TerminalCore
import TestSupport
import Testing

@Suite struct FuzzTests {
  /// Bytes that sequences are made of come more often than others.
  private static func input(_ generator: inout SeededGenerator) -> [UInt8] {
    let pieces: [[UInt8]] = [
      [0x1B], [0x1B, 0x5B], [0x1B, 0x4F], [0x1B, 0x50], [0x1B, 0x5D], [0x1B, 0x5C], [0x9B], [0x07],
      Array("200~".utf8), Array("\u{1B}[201~".utf8), Array("1;5".utf8), Array("<0;3;4M".utf8),
      [0x3F], [0x24], [0x18], [0x7F], Array("é日🎬".utf8), [0xE2, 0x82], [0x9C], [0x4D],
    ]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      if Bool.random(using: &generator) {
        bytes += pieces.randomElement(using: &generator) ?? []
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  @Test func anyChunkingGivesTheSameEvents() {
    for seed in UInt64(0)..<4000 {
      var generator = SeededGenerator(seed: seed)
      let bytes = Self.input(&generator)
      let whole = decode(bytes)
      var decoder = InputDecoder()
      var events: [TerminalEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...min(rest.count, 4), using: &generator)
        events += decoder.feed(rest.prefix(count), at: 100)
        rest = rest.dropFirst(count)
      }
      events += decoder.flush(at: 1000)
      #expect(events == whole, "seed \(seed): \(bytes)")
    }
  }

  @Test func randomControlSequencesNeverType() {
    for seed in UInt64(0)..<4000 {
      var generator = SeededGenerator(seed: seed)
      var bytes: [UInt8] = [0x1B, 0x5B]
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        bytes.append(UInt8.random(in: 0x20..<0x40, using: &generator))
      }
      bytes.append(UInt8.random(in: 0x40..<0x7F, using: &generator))
      // Three forms name a key that types, a fourth ends before the last byte.
      if bytes.last == UInt8(ascii: "u") || bytes.starts(with: Array("\u{1B}[27;".utf8))
        || bytes.contains(UInt8(ascii: "$"))
      {
        continue
      }
      #expect(!decode(bytes).contains { $0.isTyped }, "seed \(seed): \(bytes)")
    }
  }

  @Test func keysWorkAfterAnyInputAndAPause() {
    for seed in UInt64(0)..<2000 {
      var generator = SeededGenerator(seed: seed)
      let bytes = Self.input(&generator)
      var decoder = InputDecoder()
      _ = decoder.feed(bytes, at: 1)
      _ = decoder.flush(at: 10)
      #expect(decoder.deadline == nil, "seed \(seed)")
      #expect(decoder.feed("q".utf8, at: 10) == [character("q")], "seed \(seed): \(bytes)")
    }
  }
}
