import Models

/// The file with a clip's caption.
package struct CaptionFile: Hashable, Sendable {
  /// Where it is, or would be.
  package let path: FilePath

  /// Longer files are no captions, in bytes.
  private static let longest = 64 << 10
  /// More lines are not shown.
  private static let maxLines = 100
  /// The most characters of a line.
  private static let maxLineLength = 2_000

  /// The file of a clip: `clip.txt` beside `clip.mp4`.
  package init(of clip: FilePath) {
    let name = clip.lastComponent
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil }
    path = clip.parent.appending(
      FilePath(bytes: (dot.map { name[..<$0] } ?? name[...]) + Array(".txt".utf8)))
  }

  /// Its lines; none if there is no file.
  ///
  /// - Parameter decoder: Knows the encoding, if it is not UTF-8.
  package func lines(_ decoder: TextDecoder) -> [CleanText] {
    guard let bytes = try? path.contents(limit: Self.longest + 1), bytes.count <= Self.longest
    else { return [] }
    return decoder.text(bytes).split { $0 == 0x0A || $0 == 0x0D }.prefix(Self.maxLines)
      .map { CleanText(bytes: $0, limit: Self.maxLineLength) }.filter { !$0.isEmpty }
  }
}
