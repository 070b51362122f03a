import Glibc

/// A part of one of the project's documents that is generated from the code, between two comments:
///
///     <!-- keys: made from the key map; a test compares -->
///     …
///     <!-- end of keys -->
///
/// In files whose comments begin with `#`, these lines do too. A test compares the part; with
/// `FLICK_WRITE_DOCS` set, it rewrites the part.
package struct GeneratedPart {
  private let path: String
  private let before: String
  private let after: String
  /// The current text.
  package let text: String

  /// Finds a part.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - document: The document's path, relative to the project folder.
  /// - Returns: `nil` if there is no such part.
  package init?(_ name: String, of document: String) {
    path = "\(ProjectFolder.path)/\(document)"
    let lines = String(decoding: Command.contents(of: path), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let start = lines.firstIndex(where: {
        $0.hasPrefix("<!-- \(name): ") || $0.hasPrefix("# \(name): ")
      }),
      let end = lines[start...].firstIndex(where: {
        $0 == "<!-- end of \(name) -->" || $0 == "# end of \(name)"
      })
    else { return nil }
    before = lines[...start].joined(separator: "\n")
    text = lines[(start + 1)..<end].joined(separator: "\n")
    after = lines[end...].joined(separator: "\n")
  }

  /// Compares the part with the expected text.
  ///
  /// - Returns: Whether it matches, or has been rewritten.
  package func isEqual(to wanted: String) -> Bool {
    guard text != wanted, getenv("FLICK_WRITE_DOCS") != nil else { return text == wanted }
    guard let stream = fopen(path, "we") else { return false }
    defer { fclose(stream) }
    let bytes = Array("\(before)\n\(wanted)\n\(after)".utf8)
    return fwrite(bytes, 1, bytes.count, stream) == bytes.count
  }
}
