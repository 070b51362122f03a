import Models

/// The entries of an M3U list, created lazily one at a time.
package struct PlaylistReader: Sequence, IteratorProtocol, Sendable {
  private var lines: TextLines
  private let base: FeedBase
  private var title: CleanText?
  private var duration: Double?

  /// Creates a reader at the first entry.
  ///
  /// - Parameters:
  ///   - bytes: The list's text; see `Playlist.init(_:base:limit:watch:)`.
  ///   - base: The list's location.
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

  /// The text after the first comma that is not within quotes.
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

  /// The seconds after the colon; -1 means unknown.
  private static func duration(_ comment: ArraySlice<UInt8>) -> Double? {
    let digits = comment.dropFirst("#EXTINF:".utf8.count).drop { $0 == 0x20 }
      .prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    return Double(String(decoding: digits, as: UTF8.self)).flatMap {
      $0 > 0 && $0.isFinite ? $0 : nil
    }
  }
}
