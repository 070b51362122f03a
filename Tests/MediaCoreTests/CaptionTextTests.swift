import MediaCore
import Models
import TestSupport
import Testing

@Suite struct CaptionTextTests {
  private func lines(_ text: String) -> [String] {
    CaptionText.lines(ofText: Array(text.utf8)).map(\.string)
  }

  @Test func leavesTheWords() {
    #expect(lines("plain") == ["plain"])
    #expect(lines("{\\i1}slanted{\\i0} and {\\c&HFF0000&}blue") == ["slanted and blue"])
    #expect(lines("one\\Ntwo\\nthree\\hfour") == ["one", "two", "three four"])
    #expect(lines("\\N\\N only \\N") == ["only"])
    #expect(lines("{\\an8}{\\pos(10,20)}up here") == ["up here"])
  }

  @Test func leavesOutDrawings() {
    #expect(lines("{\\p1}m 0 0 l 100 0 100 100{\\p0}words") == ["words"])
    #expect(lines("{\\an7\\p2\\bord0}m 0 0 l 5 5") == [])
  }

  @Test func takesUnfinishedMarkupForWords() {
    #expect(lines("a { brace") == ["a { brace"])
    #expect(lines("a \\ stroke \\") == ["a \\ stroke \\"])
    #expect(lines("}{") == ["}{"])
  }

  @Test func leavesOutTheFieldsBeforeTheText() {
    let event = "12,0,Default,,0,0,0,,Well, then"
    #expect(CaptionText.lines(ofEvent: Array(event.utf8)).map(\.string) == ["Well, then"])
    #expect(CaptionText.lines(ofEvent: Array("1,2".utf8)).isEmpty)
  }

  @Test func boundsLinesAndLengths() {
    let many = lines((0..<100).map(String.init).joined(separator: "\\N"))
    #expect(many.count == CaptionText.lineLimit)
    let long = lines(String(repeating: "x", count: 10_000))
    #expect(long.first?.count == CaptionText.lengthLimit + 1)
  }

  /// Whatever comes, the result is bounded, clean and the same when read again.
  @Test func staysWithinItsBoundsForAnyBytes() {
    let seed = UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      Array("{\\p1}".utf8), Array("{".utf8), Array("}".utf8), Array("\\N".utf8), [0x1B], [0xFF],
      Array("\u{202E}".utf8), Array(",".utf8), Array("word ".utf8), [0], [0xE2, 0x80],
    ]
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      let result = CaptionText.lines(ofEvent: bytes)
      #expect(result.count <= CaptionText.lineLimit, "seed \(seed)")
      for line in result {
        #expect(!line.isEmpty, "seed \(seed)")
        #expect(line == CleanText(line.string), "seed \(seed)")
        #expect(line.string.unicodeScalars.count <= CaptionText.lengthLimit + 1, "seed \(seed)")
      }
    }
  }
}
