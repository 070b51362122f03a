import Glibc
import TestSupport
import Testing

@testable import Platform

/// The messages in the sources, and their translations.
@Suite struct TranslationTests {
  static let languages = ["de"]

  @Test func templateMatchesTheSources() throws {
    let wanted = try SourceMessages().template
    let path = Translation.path("flick.pot")
    if getenv("FLICK_WRITE_DOCS") != nil {
      let stream = try #require(fopen(path, "we"))
      fputs(wanted, stream)
      fclose(stream)
    }
    let isFresh = String(decoding: Command.contents(of: path), as: UTF8.self) == wanted
    #expect(isFresh, "po/flick.pot is out of date: run make messages")
  }

  @Test func englishMessagesAreValid() throws {
    for message in try SourceMessages().messages {
      for text in [message.english, message.plural].compactMap(\.self) {
        #expect(MessageFormat.isClean(text, like: text), "\(text)")
        let directives = Directives.of(text)
        let arguments = Set(directives).subtracting(["%%"]).map { _ in "x" }
        let count = directives.contains("%s") ? directives.count { $0 == "%s" } : arguments.count
        let filled = MessageFormat.substituted(
          Array(repeating: "x", count: count), into: text)
        #expect(filled != nil, "\(text)")
      }
    }
  }

  @Test(arguments: languages)
  func translationsAreComplete(_ language: String) throws {
    let texts = Translation("\(language).po").texts
    for message in try SourceMessages().messages {
      #expect(texts[message.english] != nil, "\(language): \(message.english)")
    }
  }

  @Test(arguments: languages)
  func translationsHaveTheSamePlaceholders(_ language: String) {
    for entry in Translation("\(language).po").entries {
      #expect(!entry.isFuzzy, "\(entry.english)")
      for text in entry.texts {
        #expect(MessageFormat.isClean(text, like: entry.english), "\(text)")
        // Two `%s` are `%1$s` and `%2$s`, in whichever order the translation has them.
        func places(_ text: String) -> [String] {
          var next = 0
          return Directives.of(text).map { directive in
            guard directive == "%s" else { return directive }
            next += 1
            return "%\(next)$s"
          }.sorted()
        }
        let wanted = Set(places(entry.plural ?? entry.english))
        let given = Set(places(text))
        #expect(
          entry.plural == nil ? given == wanted : given.isSubset(of: wanted),
          "\(entry.english): \(text)")
      }
    }
  }

  @Test(.enabled(if: Command.isInstalled("msgfmt")), arguments: languages)
  func gettextAcceptsTheTranslations(_ language: String) throws {
    let path = Translation.path("\(language).po")
    #expect(try Command.run("msgfmt", ["--check", "-o", "/dev/null", path]) == 0)
  }

  // MARK: The reader of sources

  @Test func callsAreFoundWithTheirMessages() {
    let found = SourceMessages(
      """
      // localized("no call")
      let a = localized("one %s", name) + foo.localized("a \\"b\\"")
      let b = localizedPlural(
        count(of: [a, b]), "%s clip",
        "%s clips", n)
      let c = localized(
        \"""
        Usage: %s
          more \\
        of it
        \""", "x")
      let d = unlocalized("nothing") + localized("one %s", other)
      """)
    #expect(
      found.messages.map(\.english) == ["one %s", "a \"b\"", "%s clip", "Usage: %s\n  more of it"])
    #expect(found.messages.map(\.plural) == [nil, nil, "%s clips", nil])
  }
}
