import FeedCore
import Glibc
import Models
import Platform

/// The file of liked items.
struct LikeFile {
  let folder: StateFolder
  private var book = LineBook<LikeRecord>()
  /// The version of the file that is in the book.
  private var known: LedgerFile.Version?
  /// Whether the book holds all of it.
  private var isWhole = true

  /// Only the latest lines of a longer file are read, in bytes: about 50 000 likes, which take a
  /// second.
  private static let maxRead = 16 << 20

  init(folder: StateFolder) {
    self.folder = folder
  }

  private var file: LedgerFile { LedgerFile(path: folder.file("likes.jsonl")) }

  /// Which of some items are liked.
  mutating func liked(_ keys: [ContentKey]) throws(FileError) -> Set<ContentKey> {
    try refresh()
    return Set(keys.filter { book[LikeKey($0)] != nil })
  }

  /// Likes or unlikes an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - isLiked: Whether it is to be liked.
  ///   - time: Now, in seconds since 1970.
  mutating func set(_ item: FeedItem, isLiked: Bool, at time: Double) throws(FileError) {
    guard let content = item.key else { return }
    let key = LikeKey(content)
    let line = LikeRecord.line(item, key, isLiked: isLiked, at: time)
    guard line.count <= LedgerFile.longestLine else {
      throw FileError(
        file.path, number: EMSGSIZE, words: localized("a line longer than 64 KiB"))
    }
    try folder.withLock { () throws(FileError) in
      try refresh()
      guard (book[key] != nil) != isLiked else { return }
      let versions = try file.append(line, isDurable: true)
      // What was read without the lock may end in the middle of another process's line.
      if known == nil || versions.before == known {
        book.read(line)
        known = versions.after
      } else {
        try refresh()
      }
      guard isWhole, book.isWorthCompacting() else { return }
      try file.path.replace(with: book.compacted(), mode: 0o600)
      known = nil
      try refresh()
    }
  }

  /// The liked items that still exist, latest first.
  mutating func items() throws(FileError) -> [FoundItem] {
    try refresh()
    return book.records.reversed().compactMap(\.item)
  }

  /// Reads what any process has written since.
  private mutating func refresh() throws(FileError) {
    guard known == nil || file.version != known else { return }
    let content = try file.read(latest: Self.maxRead)
    book = LineBook()
    book.read(content.bytes)
    known = content.version
    isWhole = content.isWhole
  }
}
