import TestSupport
import Testing

@testable import TerminalUI

/// Tables in documents that are made from the key map.
@Suite struct ReadmeTests {
  @Test func readmeKeyTableMatchesTheKeyMap() throws {
    let table = KeyMap.standard.markdownTable
    let part = try #require(GeneratedPart("keys", of: "README.md"))
    #expect(part.isEqual(to: table), "make docs writes:\n\(table)")
  }

  @Test func triageKeyTableMatchesTheKeyMap() throws {
    let table = KeyMap.table(KeyMap.standard.triageSummaries)
    let part = try #require(GeneratedPart("triage-keys", of: "docs/triage.md"))
    #expect(part.isEqual(to: table), "make docs writes:\n\(table)")
  }

  @Test func actionTableMatchesTheKeyMap() throws {
    let table = KeyMap.standard.actionTable
    let part = try #require(GeneratedPart("actions", of: "docs/configuration.md"))
    #expect(part.isEqual(to: table), "make docs writes:\n\(table)")
  }
}

extension KeyMap {
  /// The table of keys in Markdown, as the README has it.
  var markdownTable: String { Self.table(summaries) }

  /// A table of keys in Markdown.
  static func table(_ summaries: [(keys: String, summary: String)]) -> String {
    let rows = summaries.map { "| \($0.keys) | \($0.summary) |" }
    return (["| key | does |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  /// The table of actions in Markdown: their names, and the keys they have.
  var actionTable: String {
    let rows = bindings.filter(\.isListed).map { binding in
      let keys = binding.keys.map { "`\($0.name)`" }.joined(separator: " ")
      return "| `\(binding.command.name)` | \(binding.command.localizedLabel) | \(keys) |"
    }
    return (["| action | does | keys |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
  }
}
