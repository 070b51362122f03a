import TestSupport
import Testing

@testable import FeedCore

@Suite struct CharacterReferenceTests {
  private func resolved(_ text: String) -> String {
    CharacterReference.resolved(Array(text.utf8)[...])
  }

  /// Every 97th scalar, as a decimal and as both kinds of hexadecimal reference.
  @Test func numericReferencesAreResolved() {
    for value in stride(from: UInt32(1), to: 0x11_1000, by: 97) {
      let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      let hexadecimal = String(value, radix: 16)
      #expect(resolved("a&#\(value);b") == "a\(scalar)b")
      #expect(resolved("&#x\(hexadecimal);&#X\(hexadecimal.uppercased());") == "\(scalar)\(scalar)")
    }
  }

  /// Latin-1 names are stored by position: one too many or too few would shift all the others.
  @Test(arguments: [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "),
    ("iexcl", "¡"), ("sect", "§"), ("shy", "\u{AD}"), ("deg", "°"), ("frac14", "¼"),
    ("iquest", "¿"), ("Agrave", "À"), ("times", "×"), ("szlig", "ß"), ("agrave", "à"),
    ("divide", "÷"), ("yuml", "ÿ"), ("euro", "€"), ("hellip", "…"), ("ndash", "–"),
    ("zwj", "\u{200D}"), ("hearts", "♥"),
  ])
  func namedReferencesAreResolved(_ name: String, _ character: String) {
    #expect(resolved("&\(name);") == character)
  }

  @Test(arguments: [
    "", "plain", "&", "&;", "a & b", "&#;", "&#x;", "&#xZZ;", "&#-5;", "&unknown;", "&AMP",
    "&lt", "&averylongname;", "&#99999999999999999999;", "&&&", "&#4294967296;", "日本&語;",
  ])
  func invalidReferencesStayAsTheyAre(_ text: String) {
    #expect(resolved(text) == text)
  }

  @Test func resolvedTextIsNotResolvedAgain() {
    #expect(resolved("&amp;lt;&#38;gt;&amp;amp;") == "&lt;&gt;&amp;")
  }

  @Test func randomMixturesAreResolved() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      ("&amp;", "&"), ("&#233;", "é"), ("&#x1F600;", "😀"), ("& ", "& "), ("&none;", "&none;"),
      ("text", "text"), ("日本", "日本"), (";", ";"), ("&#xD800;", "\u{FFFD}"), ("&&lt;", "&<"),
    ]
    for _ in 0..<2_000 {
      let chosen = (0..<generator.int(0..<12)).map { _ in generator.pick(pieces) }
      let text = chosen.map(\.0).joined()
      #expect(resolved(text) == chosen.map(\.1).joined(), "seed \(seed): \(text)")
    }
  }
}
