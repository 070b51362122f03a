import TestSupport
import Testing

@testable import FeedCore

@Suite struct MarkupScannerTests {
  private func tokens(_ text: String, isHTML: Bool = false) -> [MarkupScanner.Token] {
    var scanner = MarkupScanner(Array(text.utf8)[...], isHTML: isHTML)
    var tokens: [MarkupScanner.Token] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  private func tag(
    _ name: String, _ attributes: [(String, String)] = [], isEmpty: Bool = false
  ) -> MarkupScanner.Token {
    .start(
      MarkupScanner.Tag(
        name: name,
        attributes: attributes.map { MarkupScanner.Tag.Attribute(name: $0.0, value: $0.1) },
        isEmpty: isEmpty))
  }

  /// A document composed of random parts is scanned back into those parts.
  @Test func randomDocumentsAreScannedIntoTheirParts() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "media:content", "B", "_x", "élan"]
    let values = ["", "v", "a b", "é", "x>y", "<"]
    for _ in 0..<2_000 {
      var wanted: [MarkupScanner.Token] = []
      var document = generator.chance(0.2) ? "\u{FEFF}" : ""
      for _ in 0..<generator.int(0..<10) {
        let name = generator.pick(names)
        switch generator.int(0..<5) {
        case 0:
          // Two adjacent texts would be one.
          document += generator.pick([
            "<!-- < ' -->", "<?x <a> ?>", "<!DOCTYPE a [<!ENTITY b '>'>]>",
          ])
          document += "t &amp; 日<"
          document += " "
          wanted += [.text("t & 日"), .text("< ")]
          document += "<\(name)>"
          wanted.append(tag(name))
        case 1:
          document += "<![CDATA[a<b>&amp;]]>"
          wanted.append(.text("a<b>&amp;"))
        case 2:
          document += "</\(name)\(generator.pick(["", " ", "\n"]))>"
          wanted.append(.end(name))
        default:
          let attributes = (0..<generator.int(0..<4)).map { _ in
            (generator.pick(names), generator.pick(values))
          }
          let written = attributes.map { attribute, value in
            let quote = generator.pick(["\"", "'"])
            let equals = generator.pick(["=", " = ", "=\n"])
            return " \(attribute)\(equals)\(quote)\(value)\(quote)"
          }
          let isEmpty = generator.chance(0.3)
          document += "<\(name)\(written.joined())\(isEmpty ? " /" : "")>"
          wanted.append(tag(name, attributes, isEmpty: isEmpty))
        }
      }
      #expect(tokens(document) == wanted, "seed \(seed): \(document)")
    }
  }

  @Test func htmlNamesIgnoreCaseAndScriptsAreSkipped() {
    #expect(
      tokens("<P Class=x>a</P><SCRIPT>if (a<b) \"</scrip>\"</Script >b<br/>", isHTML: true) == [
        tag("p", [("class", "x")]), .text("a"), .end("p"), tag("script", isEmpty: true), .text("b"),
        tag("br", isEmpty: true),
      ])
    // A self-closing element has no content to skip.
    #expect(tokens("<svg/>a", isHTML: true) == [tag("svg", isEmpty: true), .text("a")])
    #expect(tokens("<style>a", isHTML: true) == [tag("style", isEmpty: true)])
  }

  @Test(
    arguments: [
      ("<a b", [("b", "")]), ("<a b=", []), ("<a b='c", [("b", "c")]), ("<a b=c", [("b", "c")]),
      ("<a b c=d/>", [("b", ""), ("c", "d/")]),
      ("<a =x \"y\" z>", [("x", ""), ("y", ""), ("z", "")]),
    ] as [(String, [(String, String)])])
  func unfinishedTagsAreReadAsFarAsPossible(_ text: String, _ attributes: [(String, String)]) {
    #expect(tokens(text) == [tag("a", attributes)])
  }

  @Test(arguments: ["<a", "</a", "<!-- x", "<![CDATA[x", "<?x", "<!DOCTYPE x [", "<a b='"])
  func documentEndingInsideMarkupIsCut(_ text: String) {
    var scanner = MarkupScanner(Array(text.utf8)[...], isHTML: false)
    while scanner.next() != nil {}
    #expect(scanner.isCut)
    scanner = MarkupScanner(Array("<a>text &amp".utf8)[...], isHTML: false)
    while scanner.next() != nil {}
    #expect(!scanner.isCut)
  }

  @Test func attributeCountAndNameLengthAreLimited() throws {
    let long = String(repeating: "n", count: 1_000)
    let attributes = (0..<1_000).map { "a\($0)=1" }.joined(separator: " ")
    guard case .start(let tag) = tokens("<\(long) \(attributes)>").first else {
      Issue.record("no tag")
      return
    }
    #expect(tag.name == String(repeating: "n", count: 256))
    #expect(tag.attributes.map(\.name) == (0..<64).map { "a\($0)" })
  }

  /// Whatever the input, the scanner only moves forward, to the end.
  @Test func scannerTerminatesOnRandomBytes() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let signs = Array("<>/!?-[]'\"= a&;:".utf8)
    for _ in 0..<3_000 {
      let bytes = (0..<generator.int(0..<60)).map { _ in
        generator.chance(0.9) ? generator.pick(signs) : UInt8(generator.int(0..<256))
      }
      var scanner = MarkupScanner(bytes[...], isHTML: generator.chance(0.5))
      var position = scanner.position
      while scanner.next() != nil {
        #expect(scanner.position > position, "seed \(seed): \(bytes)")
        position = scanner.position
      }
      #expect(scanner.position == bytes.count, "seed \(seed): \(bytes)")
    }
  }
}
