import FeedCore
import TestSupport
import Testing

/// What file managers are told of Flick.
@Suite struct DesktopEntryTests {
  @Test func itsTypesAreThoseOfTheTableOfFormats() throws {
    let line = "MimeType=\(FileMediaType.played.map { "\($0);" }.joined())"
    let part = try #require(GeneratedPart("types", of: "scripts/flick.desktop"))
    #expect(part.isEqual(to: line), "make docs writes:\n\(line)")
  }
}
