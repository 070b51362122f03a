import Foundation
import TerminalUI
import Testing

@Suite struct ReadmeTests {
  @Test func theReadmesTableOfKeysIsTheKeyMaps() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let table = KeyMap.standard.markdownTable
    #expect(readme.contains("-->\n\(table)\n<!-- end of keys"), "the README should have:\n\(table)")
  }
}
