import Models

/// A list of clips in the M3U format: a path or address a line, `#` before comments, and
/// `#EXTINF:seconds,title` before the entry it describes.
package struct Playlist: Hashable, Sendable {
  /// A line that names something to play.
  package struct Entry: Hashable, Sendable {
    /// Where it is.
    package enum Location: Hashable, Sendable {
      /// A file; relative paths are already taken from the list's folder.
      case file(FilePath)
      /// A file or stream on the web.
      case remote(RemoteAddress)
      /// An address that is not opened.
      case address(CleanText)
    }

    package let location: Location
    /// What the list calls it, if it does.
    package let title: CleanText?
    /// In seconds, if the list tells.
    package let duration: Double?

    /// Creates an entry.
    package init(location: Location, title: CleanText? = nil, duration: Double? = nil) {
      self.location = location
      self.title = title
      self.duration = duration
    }
  }

  package let entries: [Entry]

  /// Creates a list.
  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: Its text: UTF-8 with or without a byte order mark, or any other bytes, since paths
  ///     are bytes. Lines end in LF, CR LF or CR.
  ///   - base: Where the list is.
  ///   - limit: Entries that are built at most; `nil` for all.
  ///   - watch: Ends it early.
  /// - Throws: A failure if it is an HLS stream, or is ended.
  package init(
    _ bytes: some Collection<UInt8>, base: FeedBase, limit: Int? = nil,
    watch: ReadingWatch = .unlimited
  ) throws(FeedDocument.Failure) {
    var watch = watch
    var entries: [Entry] = []
    var title: CleanText?
    var duration: Double?
    for line in TextLines(Array(bytes)) {
      try watch.check()
      guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      guard first == UInt8(ascii: "#") else {
        if let location = base.location(of: line) {
          entries.append(Entry(location: location, title: title, duration: duration))
          if entries.count == limit { break }
        }
        title = nil
        duration = nil
        continue
      }
      let comment = line.drop { $0 == 0x20 || $0 == 0x09 }
      if Self.streamTags.contains(where: { comment.starts(with: $0.utf8) }) {
        throw FeedDocument.Failure(
          .notAFeed, .localized("it is an HLS stream, not a list of clips"))
      }
      if comment.starts(with: "#EXTINF:".utf8) {
        title = Self.title(comment)
        duration = Self.duration(comment)
      }
    }
    self.entries = entries
  }

  /// Whether a text is an HLS stream (RFC 8216), which only looks like a list: its entries are pieces of one
  /// clip. Nothing of it is built.
  package static func isStream(_ bytes: [UInt8]) -> Bool {
    TextLines(bytes).contains { line in
      let comment = line.drop { $0 == 0x20 || $0 == 0x09 }
      return streamTags.contains { comment.starts(with: $0.utf8) }
    }
  }

  /// Tags that every HLS playlist has one of, and no other list.
  private static let streamTags = [
    "#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE",
  ]

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
