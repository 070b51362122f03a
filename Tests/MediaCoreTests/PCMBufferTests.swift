import TestSupport
import Testing

@testable import MediaCore

@Suite struct PCMBufferTests {
  private func frames(_ range: Range<Int>) -> ArraySlice<Int16> {
    range.flatMap { [Int16(truncatingIfNeeded: $0), Int16(truncatingIfNeeded: -$0)] }[...]
  }

  @Test func samplesComeOutInOrder() {
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.01, history: 0.01)
    var written = 0
    var read: [Int16] = []
    while written < 5000 {
      written += buffer.append(frames(written..<written + 100))
      _ = buffer.read(77, appendingTo: &read)
    }
    #expect(read == Array(frames(0..<read.count / 2)))
  }

  @Test func lookAheadIsBounded() {
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.01, history: 0.01)
    #expect(buffer.append(frames(0..<1000)) == 480)
    #expect(buffer.room == 0)
    #expect(buffer.appendSilence(10) == 0)
  }

  @Test func readSamplesCanBeReadAgain() {
    var buffer = PCMBuffer(origin: 10, lookAhead: 0.01, history: 0.01)
    _ = buffer.append(frames(0..<480))
    var read: [Int16] = []
    _ = buffer.read(480, appendingTo: &read)
    _ = buffer.append(frames(480..<960))
    buffer.rewind(to: 10.005)
    #expect(buffer.lookAhead == 720)
    #expect(buffer.room == 0)
    read = []
    _ = buffer.read(2, appendingTo: &read)
    #expect(read == Array(frames(240..<242)))
  }

  @Test func rewindStaysWithinWhatIsKept() {
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.01, history: 0.01)
    var read: [Int16] = []
    for round in 0..<10 {
      _ = buffer.append(frames(round * 480..<round * 480 + 480))
      _ = buffer.read(480, appendingTo: &read)
    }
    buffer.rewind(to: 0)
    #expect(buffer.readCount == 4800 - 960)
    buffer.rewind(to: 99)
    #expect(buffer.readCount == 4800)
    buffer.rewind(to: .nan)
    #expect(buffer.readCount == 4800)
    buffer.rewind(to: -4e15)
    #expect(buffer.readCount == 4800 - 960)
    buffer.rewind(to: .greatestFiniteMagnitude)
    #expect(buffer.readCount == 4800)
  }

  @Test func nanOriginIsHarmless() {
    var buffer = PCMBuffer(origin: .nan, lookAhead: 0.01, history: 0.01)
    _ = buffer.append(frames(0..<480))
    buffer.rewind(to: 1)
    #expect(buffer.lookAhead == 480)
  }

  @Test(arguments: Fuzz.seeds(20))
  func randomUseKeepsFramesInPlace(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.02, history: 0.01)
    for _ in 0..<500 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let count = Int.random(in: 0..<700, using: &random)
        _ = buffer.append(frames(buffer.written..<buffer.written + count))
      case 1: buffer.rewind(to: buffer.readTime - Double.random(in: -0.01..<0.02, using: &random))
      default:
        let from = buffer.readCount
        var read: [Int16] = []
        let count = buffer.read(Int.random(in: 0..<400, using: &random), appendingTo: &read)
        #expect(read == Array(frames(from..<from + count)), "seed \(seed)")
      }
      #expect(buffer.readCount <= buffer.written, "seed \(seed)")
    }
  }
}
