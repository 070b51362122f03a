import FeedCore
import TestSupport
import Testing

@testable import Files

@Suite struct LineBookTests {
  private typealias Record = PlaceFile.Record

  /// Reads random lines, valid and invalid. The book gives the same as reading them one by one,
  /// before and after it is compacted.
  @Test(arguments: 0..<20)
  func newestLineWins(_ run: Int) {
    var generator = SeededGenerator(seed: Fuzz.seed &+ UInt64(run))
    var book = LineBook<LikeRecord>()
    var liked: [String] = []
    var unreadable = 0
    for _ in 0..<generator.int(0..<300) {
      let id = "https://h/\(generator.int(0..<20))"
      let isLiked = generator.chance(0.6)
      let isReadable = generator.chance(0.95)
      let line = #"{"liked":\#(isLiked),"kind":"web","id":"\#(id)"\#(isReadable ? "}" : "")"#
      book.read("\(line)\n".utf8)
      guard isReadable else {
        unreadable += 1
        continue
      }
      liked.removeAll { $0 == id }
      if isLiked { liked.append(id) }
    }
    #expect(book.records.map(\.id) == liked, "seed \(Fuzz.seed &+ UInt64(run))")
    let compacted = book.compacted()
    var again = LineBook<LikeRecord>()
    again.read(compacted)
    #expect(again.records.map(\.id) == liked, "seed \(Fuzz.seed &+ UInt64(run))")
    #expect(compacted.split(separator: 0x0A).count == liked.count + unreadable)
    #expect(again.compacted() == compacted)
    #expect(!again.isWorthCompacting())
  }

  @Test func compactingKeepsTheLatestLines() {
    var book = LineBook<Record>()
    for number in 0..<10 {
      book.read(#"{"source":"\#(number)","kind":"web","id":"https://h/"}"#.utf8)
      book.read("\n".utf8)
    }
    var small = LineBook<Record>()
    small.read(book.compacted(keeping: 3))
    #expect(small.records.map(\.source) == ["7", "8", "9"])
  }
}
