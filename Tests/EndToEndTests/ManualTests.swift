import Models
import TestSupport
import Testing

/// What the manual says besides the options.
@Suite(.ownThreads) struct ManualTests {
  private let lines: [Substring]

  init() throws {
    let manual = try ProgramOutput(["help", "manual"])
    try #require(manual.status == 0)
    lines = manual.lines
  }

  @Test(
    arguments: [
      ("FILTER CONDITIONS", ["--match", "date:2026-05", "is:unseen", "no other operators"]),
      ("CONFIGURATION", ["~/.config/flick/config.toml", "[keys]", "next-clip", "max-rate"]),
      ("ENVIRONMENT", ["FLICK_CONFIG", "FLICK_SEEK_BAR=always", "VISUAL , EDITOR", "no_proxy"]),
      ("FILES", ["~/.local/state/flick/flick.db", "--store here", "~/.cache/flick/thumbnails"]),
      ("SIGNALS", ["SIGTERM", "SIGTSTP"]),
      ("EXAMPLES", ["find . -name '*.mp4' -print0", "--match 'date:2026-05"]),
    ] as [(String, [String])])
  func sectionsAnswer(_ title: String, words: [String]) {
    let text = section(title).map(shown).joined(separator: " ")
    for word in words { #expect(text.contains(word), "\(text)") }
  }

  @Test func conditionsAreThoseOfTheDocumentation() throws {
    let rows = list(in: "FILTER CONDITIONS").map { words, meaning in
      "| \(words.map { "`\($0)`" }.joined(separator: ", ")) | \(meaning) |"
    }
    let table = (["| condition | clips |", "| --- | --- |"] + rows).joined(separator: "\n")
    let part = try #require(GeneratedPart("conditions", of: "docs/behaviour.md"))
    #expect(part.isEqual(to: table), "it should be:\n\(table)")
  }

  @Test func everyExitStatusIsExplained() throws {
    let rows = list(in: "EXIT STATUS")
    let source = try contents(of: "Sources/App/flick/ExitStatus.swift")
    let statuses = source.split(separator: ": Int32 = ").dropFirst().map { part in
      String(part.prefix { $0.isNumber })
    }
    #expect(statuses.contains("78"))
    #expect(rows.map { $0.words.joined() } == statuses + ["128 + n"])
    let lines = rows.map { words, meaning in "| \(words.joined()) | \(meaning) |" }
    let table = (["| status | meaning |", "| --- | --- |"] + lines).joined(separator: "\n")
    let part = try #require(GeneratedPart("statuses", of: "docs/behaviour.md"))
    #expect(part.isEqual(to: table), "it should be:\n\(table)")
  }

  @Test func configurationIsAccepted() throws {
    let sample = section("CONFIGURATION").drop { !$0.hasPrefix(".Bd ") }.dropFirst()
      .prefix { $0 != ".Ed" }.map(shown).joined(separator: "\n")
    let folder = try ScratchFolder()
    let path = folder.file("config.toml")
    try FilePath(path).write(Array(sample.utf8), mode: 0o600)
    let output = try ProgramOutput(["config", "--config", path])
    #expect(output.status == 0, "\(output.error)")
    #expect(output.text.contains("volume = 60") && output.text.contains(#"["Down", "w"]"#))
    #expect(!output.text.contains("unknown"))
  }

  @Test func keysAreNamedAsInTheCode() throws {
    let source = try contents(of: "Sources/Screen/TerminalUI/Keys/KeyEvent+Name.swift")
    let names = source.split(separator: ", \"").dropFirst().map { $0.prefix { $0 != "\"" } }
      .filter { $0.first?.isUppercase == true }
    #expect(names.contains("Esc"))
    let text = section("CONFIGURATION").map(shown).joined(separator: " ")
    for name in names { #expect(text.contains(name), "\(name)") }
  }

  @Test func dateIsThatOfTheNewestRelease() throws {
    let changelog = try contents(of: "CHANGELOG.md").split(separator: "\n")
    let heading = try #require(changelog.first { $0.hasPrefix("## ") && $0.contains(" - ") })
    let folder = try ScratchFolder()
    _ = try Command.run(
      "env", ["LC_ALL=C", "date", "-ud", String(heading.suffix(10)), "+.Dd %B %-d, %Y"],
      standardOutput: folder.file("date"))
    let date = String(decoding: Command.contents(of: folder.file("date")), as: UTF8.self)
    #expect(date == "\(lines.first ?? "")\n")
  }

  // MARK: Helpers

  /// The lines of a section.
  private func section(_ title: String) -> [Substring] {
    Array(lines.drop { $0 != ".Sh \(title)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
  }

  /// The lists of a section.
  private func list(in title: String) -> [(words: [String], meaning: String)] {
    var rows: [(words: [String], meaning: String)] = []
    for line in section(title) {
      if line.hasPrefix(".It ") {
        let text = shown(line.dropFirst(line.hasPrefix(".It Cm ") ? 7 : 4))
        rows.append((text.split(separator: " , ").map { String($0) }, ""))
      } else if !line.hasPrefix("."), let last = rows.last {
        let meaning = last.meaning.isEmpty ? shown(line) : "\(last.meaning) \(shown(line))"
        rows[rows.count - 1].meaning = meaning
      }
    }
    return rows
  }

  /// Text as man shows it.
  private func shown(_ line: Substring) -> String {
    let escapes = [
      ("\"", ""), ("\\&", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(dq", "\""),
      ("\\(ha", "^"), ("\\(ti", "~"), ("\\e", "\\"),
    ]
    return escapes.reduce(String(line)) { text, escape in
      text.replacing(escape.0, with: escape.1)
    }
  }

  private func contents(of path: String) throws -> String {
    let text = String(
      decoding: Command.contents(of: "\(ProjectFolder.path)/\(path)"), as: UTF8.self)
    try #require(!text.isEmpty)
    return text
  }
}
