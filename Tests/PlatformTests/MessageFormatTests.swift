import TestSupport
import Testing

@testable import Platform

/// Arguments in messages, and translations with arbitrary content.
@Suite struct MessageFormatTests {
  @Test(
    arguments: [
      ("plain", [], "plain"), ("100 %", [], "100 %"), ("%s and %%", [], "%s and %%"),
      ("%s", ["a"], "a"), ("%s of %s", ["1", "2"], "1 of 2"), ("%2$s, %1$s", ["a", "b"], "b, a"),
      ("%1$s %1$s", ["a"], "a a"), ("%s %%", ["5"], "5 %"), ("%%%s%%", ["5"], "%5%"),
      ("“%s”", ["%s"], "“%s”"), ("%1$s%2$s", ["%2$s", "%1$s"], "%2$s%1$s"),
      ("e\u{301}%s\u{301}", ["e"], "e\u{301}e\u{301}"),
      ("%9$s%8$s%7$s%6$s%5$s%4$s%3$s%2$s%1$s", (1...9).map { "\($0)" }, "987654321"),
    ] as [(String, [String], String)])
  func argumentsAreSubstituted(_ format: String, _ arguments: [String], _ text: String) {
    #expect(MessageFormat.substituted(arguments, into: format) == text)
  }

  @Test(
    arguments: [
      // Too many or too few.
      ("%s %s", ["a"]), ("%2$s", ["a"]), ("%s", ["a", "b"]), ("%1$s", ["a", "b"]), ("", ["a"]),
      ("%%", ["a"]),
      // Unknown, truncated, mixed.
      ("%d", ["1"]), ("%n", ["1"]), ("%@", ["1"]), ("%", ["1"]), ("%s %", ["1"]), ("% s", ["1"]),
      ("%0$s", ["1"]), ("%1$", ["1"]), ("%1s", ["1"]), ("%1$d", ["1"]), ("%10$s", ["1"]),
      ("%-5s", ["1"]), ("%*s", ["1", "2"]), ("%1$s %s", ["1", "2"]), ("%s %2$s", ["1", "2"]),
      ("%１$s", ["1"]), ("%\u{301}s", ["1"]),
    ])
  func invalidFormatsAreRejected(_ format: String, _ arguments: [String]) {
    #expect(MessageFormat.substituted(arguments, into: format) == nil)
    let english = arguments.count == 1 ? "<%s>" : "<%s, %s>"
    #expect(
      MessageFormat.text(english, translation: format, arguments: arguments)
        == "<\(arguments.joined(separator: ", "))>")
  }

  @Test func onlyPluralFormsMayOmitTheNumber() {
    func text(_ mayOmit: Bool) -> String {
      MessageFormat.text("%s clip", translation: "ein Clip", arguments: ["1"], mayOmit: mayOmit)
    }
    #expect(text(true) == "ein Clip")
    #expect(text(false) == "1 clip")
  }

  @Test(arguments: [
    "\u{1B}[2J", "\u{7}", "a\nb", "a\r", "\u{9B}31m", "\u{202E}abc", "\u{2066}a", "\u{200F}",
    "\u{AD}", "\u{FEFF}", "\u{2028}", "\u{E000}", "\u{FFFD}", "\u{7F}", "\u{0}",
  ])
  func translationsWithControlCharactersAreRejected(_ translation: String) {
    #expect(MessageFormat.text("fine", translation: translation, arguments: []) == "fine")
    #expect(
      MessageFormat.text("%s", translation: "\(translation)%s", arguments: ["a"]) == "a")
  }

  @Test func lineBreaksMustMatchTheEnglishText() {
    #expect(MessageFormat.text("a\nb", translation: "c\nd", arguments: []) == "c\nd")
    #expect(MessageFormat.text("a\nb", translation: "c\r\nd", arguments: []) == "a\nb")
    #expect(MessageFormat.text("a", translation: "می\u{200C}خواهم", arguments: []) != "a")
  }

  /// Whatever a translation contains, the text has the arguments and no other substitutions.
  @Test func randomTranslationsGiveAText() {
    let seed = Fuzz.seed
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "%", "s", "$", "1", "2", "3", "%s", "%1$s", "%2$s", "%%", "%n", " ", "ä", "\u{1B}", "\n",
    ]
    for _ in 0..<20_000 {
      let translation = (0..<Int.random(in: 0...8, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let count = Int.random(in: 0...3, using: &random)
      let arguments = (0..<count).map { "<\($0)>" }
      let english = "E" + arguments.map { _ in "%s" }.joined()
      let text = MessageFormat.text(english, translation: translation, arguments: arguments)
      #expect(MessageFormat.isClean(text, like: ""), "\(seed): \(translation)")
      for argument in arguments {
        #expect(text.contains(argument), "\(seed): \(translation)")
      }
      if translation.contains("\u{1B}") || translation.contains("\n") {
        #expect(text == "E" + arguments.joined(), "\(seed): \(translation)")
      }
    }
  }

  // MARK: Catalogues

  private let pairs = Catalogue(
    translation: { ["%s of %s": "%2$s, davon %1$s", "bad": "\u{1B}"][$0] },
    plural: { _, _, count in count == 1 ? "ein Clip" : "%s Clips" })

  @Test func messagesComeFromTheCatalogue() {
    #expect(localized("%s of %s", 3, 12) == "3 of 12")
    Catalogue.$current.withValue(pairs) {
      #expect(localized("%s of %s", 3, 12) == "12, davon 3")
      #expect(localized("bad") == "bad")
      #expect(localized("unknown %s", "x") == "unknown x")
      #expect(localizedPlural(1, "%s clip", "%s clips", 1) == "ein Clip")
      #expect(localizedPlural(0, "%s clip", "%s clips", 0) == "0 Clips")
      #expect(translatable("bad") == "bad")
    }
    #expect(localizedPlural(1, "%s clip", "%s clips", 1) == "1 clip")
    #expect(localizedPlural(2, "%s clip", "%s clips", 2) == "2 clips")
  }

  @Test func noTranslationsAreFoundWithoutALanguage() {
    #expect(Catalogue.ofProcess.translation("paused") == nil)
    #expect(Catalogue.ofProcess.translation("") == nil)
    #expect(Catalogue.ofProcess.plural("%s clip", "%s clips", 1) == nil)
    #expect(Catalogue.ofProcess.plural("%s clip", "%s clips", 5) == nil)
  }
}
