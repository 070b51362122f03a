import FeedCore
import Models

/// The last position in each source.
struct PlaceFile {
  /// A line of the file.
  struct Record: LedgerRecord {
    var source: String
    var kind: RecordKey.Kind
    var id: String
    var feed: String?

    var key: String { source }
    var isErasure: Bool { false }
    /// The item.
    var item: RecordKey { RecordKey(kind: kind, id: id, feed: feed) }
  }

  let folder: StateFolder

  /// How many sources are kept when the file is compacted.
  private static let keptSources = 1_000

  private var file: LedgerFile { LedgerFile(path: folder.file("places.jsonl")) }

  /// The last position in a source; `nil` if there is none.
  func place(in source: SourceName) throws(FileError) -> ContentKey? {
    var book = LineBook<Record>()
    book.read(try file.read(latest: Self.maxRead).bytes)
    let key = book[source.text]?.item.contentKey
    guard case .file(let path) = key else { return key }
    return .file(source.walked(path))
  }

  /// Saves the position in a source.
  ///
  /// - Parameters:
  ///   - key: The item's key, with a file's path as in the feed.
  ///   - source: The source.
  ///   - time: Now, in seconds since 1970.
  func save(_ key: ContentKey, in source: SourceName, at time: Double) throws(FileError) {
    let item = RecordKey(key, canonical: source.canonical)
    let line = JSONOutput.object(
      [.init("source", .string(source.text))] + item.members + [
        .init("at", .string(Timestamp.text(time)))
      ]
    ).line
    let bytes = Array("\(line)\n".utf8)
    guard bytes.count <= LedgerFile.longestLine else { return }
    try folder.withLock { () throws(FileError) in
      let size = try file.append(bytes).after.size
      guard size > Self.largestSize else { return }
      var book = LineBook<Record>()
      let content = try file.read(latest: Self.maxRead)
      book.read(content.bytes)
      if !content.isWhole || book.isWorthCompacting(keeping: Self.keptSources) {
        try file.path.replace(with: book.compacted(keeping: Self.keptSources), mode: 0o600)
      }
    }
  }

  /// Compaction is considered beyond this size, in bytes, which is read in a few milliseconds.
  private static let largestSize = 131_072

  /// Only the latest lines of a longer file are read and kept, in bytes.
  private static let maxRead = 1 << 20
}
