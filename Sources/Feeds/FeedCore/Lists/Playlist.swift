import Models

/// A list of clips in the M3U format: one path or address per line, `#` before comments, and
/// `#EXTINF:seconds,title` before the entry it describes.
package struct Playlist: Hashable, Sendable {
  /// A line that names something to play.
  package struct Entry: Hashable, Sendable {
    package enum Location: Hashable, Sendable {
      /// A file; relative paths are already resolved against the list's folder.
      case file(FilePath)
      /// A file or stream on a server.
      case remote(RemoteAddress)
      /// An address that is not opened.
      case address(CleanText)

      /// What is opened; `nil` for an address that is not.
      package var media: MediaLocation? {
        switch self {
        case .file(let path): .file(path)
        case .remote(let address): .remote(address)
        case .address: nil
        }
      }
    }

    package let location: Location
    /// The title, if the list has one.
    package let title: CleanText?
    /// In seconds, if the list says.
    package let duration: Double?

    package init(location: Location, title: CleanText? = nil, duration: Double? = nil) {
      self.location = location
      self.title = title
      self.duration = duration
    }
  }

  /// The extensions of files that are lists or feeds, in lower case.
  package static let extensions: Set = ["m3u", "m3u8", "json", "jsonfeed", "rss", "atom", "xml"]

  package let entries: [Entry]

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: Its text: UTF-8 with or without a byte order mark, or any other bytes, since paths
  ///     are bytes. Lines end in LF, CR LF or CR.
  ///   - base: The list's location.
  ///   - limit: The most entries to create; `nil` for all.
  ///   - watch: Can stop it early.
  /// - Throws: A failure if it is an HLS stream, or is stopped.
  package init(
    _ bytes: some Collection<UInt8>, base: FeedBase, limit: Int? = nil,
    watch: ReadingWatch = .unlimited
  ) throws(FeedError) {
    var watch = watch
    let bytes = Array(bytes)
    for line in TextLines(bytes) {
      try watch.check()
      guard Self.isStreamTag(line) else { continue }
      throw FeedError(
        .notAFeed, .localized("an HLS stream, not a playlist"))
    }
    var entries: [Entry] = []
    for entry in PlaylistReader(bytes, base: base) {
      try watch.check()
      entries.append(entry)
      if entries.count == limit { break }
    }
    self.entries = entries
  }

  /// Whether a text is an HLS stream (RFC 8216), which only looks like a list: its entries are
  /// segments of one clip. Creates no entries.
  package static func isStream(_ bytes: [UInt8]) -> Bool {
    TextLines(bytes).contains(where: isStreamTag)
  }

  private static func isStreamTag(_ line: ArraySlice<UInt8>) -> Bool {
    let comment = line.drop { $0 == 0x20 || $0 == 0x09 }
    return comment.first == UInt8(ascii: "#")
      && streamTags.contains { comment.starts(with: $0.utf8) }
  }

  /// Tags of which every HLS playlist has one, and no other list any.
  private static let streamTags = [
    "#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE",
  ]
}
