import TestSupport
import Testing

@testable import Settings

@Suite struct TOMLScannerTests {
  @Test func positionsAreLinesAndColumns() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "é", "日本", "e\u{301}", "\n", "\r\n", "\t", " ", "👩‍👧"]
    for _ in 0..<300 {
      let text = (0..<generator.int(0..<40)).map { _ in generator.pick(pieces) }.joined()
      var scanner = TOMLScanner(text)
      var (line, column) = (1, 1)
      for scalar in text.unicodeScalars {
        #expect(scanner.next == scalar, "seed \(seed)")
        #expect(scanner.position == TextPosition(line: line, column: column), "seed \(seed)")
        (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        scanner.advance()
      }
      // There is nothing after the end.
      scanner.advance()
      #expect(scanner.next == nil && scanner.index == text.unicodeScalars.count)
      #expect(scanner.position == TextPosition(line: line, column: column), "seed \(seed)")
    }
  }

  /// A string written with any of the four kinds of quotes reads back the same, and the scanner
  /// stops after it.
  @Test func stringsRoundTripInAnyQuotes() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "é日", " ", "#", "=", "]", ".", "'", "\"", "\\"]
    for _ in 0..<2_000 {
      let text = (0..<generator.int(0..<12)).map { _ in generator.pick(pieces) }.joined()
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      var written = ["\"\(escaped)\"", "\"\"\"\(escaped)\"\"\""]
      if !text.contains("'") { written += ["'\(text)'", "'''\(text)'''"] }
      for quoted in written {
        var scanner = TOMLScanner(quoted + ",")
        #expect(scanner.readString() == text, "seed \(seed): \(quoted)")
        #expect(scanner.next == ",", "seed \(seed): \(quoted)")
      }
    }
  }

  @Test func keysAreSplitIntoTheirParts() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let parts = (0..<generator.int(1..<6)).map { _ in generator.pick(["a", "é", "b-c", "d_1"]) }
      let written = parts.map { generator.pick([$0, "\"\($0)\"", "'\($0)'"]) }
        .joined(separator: generator.pick([".", " . ", "\t."]))
      var scanner = TOMLScanner(" \(written) = 1")
      #expect(scanner.readKey(maxParts: 8) == parts, "seed \(seed): \(written)")
      #expect(scanner.next == "=", "seed \(seed): \(written)")
      scanner = TOMLScanner(written)
      #expect(scanner.readKey(maxParts: 2) == Array(parts.prefix(2)), "seed \(seed): \(written)")
    }
  }

  @Test func blanksWordsAndCommentsAreSkipped() {
    var scanner = TOMLScanner(" \t\r\n# note = 1\n\n  1979-05-27 # date\nx")
    scanner.skipBlank()
    #expect(scanner.position == TextPosition(line: 4, column: 3))
    scanner.skipWord()
    #expect(scanner.next == "#")
    scanner.skipLine()
    #expect(scanner.next == "\n")
    scanner.skipBlank()
    #expect(scanner.next == "x")
    scanner.take("y")
    #expect(scanner.next == "x")
    scanner.take("x")
    #expect(scanner.next == nil)
  }
}
