import TerminalUI
import TestSupport
import Testing

/// Tables in documents that are made from the key map.
@Suite struct ReadmeTests {
  @Test func theReadmesTableOfKeysIsTheKeyMaps() throws {
    let table = KeyMap.standard.markdownTable
    let part = try #require(GeneratedPart("keys", of: "README.md"))
    #expect(part.isEqual(to: table), "make docs writes:\n\(table)")
  }

  @Test func theTableOfActionsIsTheKeyMaps() throws {
    let table = KeyMap.standard.actionTable
    let part = try #require(GeneratedPart("actions", of: "docs/configuration.md"))
    #expect(part.isEqual(to: table), "make docs writes:\n\(table)")
  }
}
