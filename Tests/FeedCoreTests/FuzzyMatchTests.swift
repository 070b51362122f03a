import FeedCore
import TestSupport
import Testing

@Suite struct FuzzyMatchTests {
  @Test(arguments: [
    ("", "anything", true), ("", "", true), ("a", "", false),
    ("abc", "a-b-c", true), ("abc", "acb", false), ("ABC", "xaxbxc", true), ("abc", "XAXBXC", true),
    ("snst", "Sunset.mp4", true), ("sun set", "sunset", true), (" \t", "x", true),
    ("été", "ÉTÉ.mp4", true), ("ETE", "été", false), ("ñ", "Ñandú", true), ("漢字", "x漢y字", true),
    ("字漢", "漢字", false), ("straße", "STRAßE", true), ("мир", "МИР", true), ("aa", "a", false),
  ])
  func lettersAreFoundInTheirOrder(_ pattern: String, _ text: String, _ isMatch: Bool) {
    #expect(FuzzyMatch(pattern).matches(text.utf8) == isMatch)
  }

  @Test func bytesOfDifferentLettersMakeNoLetter() {
    // C3 of the first and A9 of the second letter are those of “é”.
    #expect(!FuzzyMatch("é").matches("ãĩ".utf8))
    #expect(FuzzyMatch("a").matches([0xFF, 0x61, 0xC3]))
    #expect(!FuzzyMatch("é").matches([0xC3]))
  }

  @Test func matchesAreThoseOfASimplerModel() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "B", "b", "c", " ", "é", "É", "漢", "1", "-"]
    func text(_ length: Int) -> String {
      String((0..<length).compactMap { _ in letters.randomElement(using: &generator) })
    }
    func model(_ pattern: String, _ text: String) -> Bool {
      var rest = Array(text.lowercased())[...]
      for letter in pattern.lowercased() where letter != " " {
        guard let index = rest.firstIndex(of: letter) else { return false }
        rest = rest[(index + 1)...]
      }
      return true
    }
    var count = 0
    for _ in 0..<20_000 {
      let pattern = text(Int.random(in: 0...4, using: &generator))
      let name = text(Int.random(in: 0...12, using: &generator))
      let expected = model(pattern, name)
      count += expected ? 1 : 0
      #expect(
        FuzzyMatch(pattern).matches(name.utf8) == expected, "seed \(seed): \(pattern) in \(name)")
      let longer = pattern + text(1)
      #expect(FuzzyMatch(longer).isNarrower(than: FuzzyMatch(pattern)), "seed \(seed)")
      if FuzzyMatch(longer).matches(name.utf8) { #expect(expected, "seed \(seed)") }
    }
    #expect(count > 2_000, "seed \(seed)")
  }

  @Test func aTextMayComeInPieces() {
    let match = FuzzyMatch("abc")
    let pieces = ["xa", "b", "yc"].map { Array($0.utf8) }
    let found = pieces.reduce(0) { found, piece in
      piece.withUnsafeBufferPointer { match.found(after: found, in: $0) }
    }
    #expect(found == match.count)
  }
}
