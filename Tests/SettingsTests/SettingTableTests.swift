import Settings
import TestSupport
import Testing

/// The table of options in the documents.
@Suite struct SettingTableTests {
  @Test func theTableOfOptionsIsMadeFromTheCode() throws {
    let table = SettingListing.markdownTable
    let part = try #require(GeneratedPart("options", of: "docs/configuration.md"))
    #expect(part.isEqual(to: table), "make docs writes:\n\(table)")
  }
}
