import Models

/// The entries of a list in the M3U format, one at a time: of a long list nothing is built before it is
/// needed.
package struct PlaylistReader: Sequence, IteratorProtocol, Sendable {
  private var lines: TextLines
  private let base: FeedBase
  private var title: CleanText?
  private var duration: Double?

  /// Creates a reader at the first entry.
  ///
  /// - Parameters:
  ///   - bytes: The list's text; see `Playlist.init(_:base:limit:watch:)`.
  ///   - base: Where the list is.
  package init(_ bytes: [UInt8], base: FeedBase) {
    lines = TextLines(bytes)
    self.base = base
  }

  package mutating func next() -> Playlist.Entry? {
    while let line = lines.next() {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let first = text.first else { continue }
      if first == UInt8(ascii: "#") {
        guard text.starts(with: "#EXTINF:".utf8) else { continue }
        title = Self.title(text)
        duration = Self.duration(text)
        continue
      }
      defer {
        title = nil
        duration = nil
      }
      if let location = base.location(of: line) {
        return Playlist.Entry(location: location, title: title, duration: duration)
      }
    }
    return nil
  }

  /// What stands behind the first comma that is not within quotes.
  private static func title(_ comment: ArraySlice<UInt8>) -> CleanText? {
    var isQuoted = false
    for (index, byte) in zip(comment.indices, comment) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == UInt8(ascii: ","), !isQuoted else { continue }
      let title = comment[(index + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      return title.isEmpty ? nil : CleanText(bytes: title, limit: FeedText.longestTitle)
    }
    return nil
  }

  /// The seconds behind the colon; lists write -1 where they do not know.
  private static func duration(_ comment: ArraySlice<UInt8>) -> Double? {
    let digits = comment.dropFirst("#EXTINF:".utf8.count).drop { $0 == 0x20 }
      .prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    return Double(String(decoding: digits, as: UTF8.self)).flatMap {
      $0 > 0 && $0.isFinite ? $0 : nil
    }
  }
}
