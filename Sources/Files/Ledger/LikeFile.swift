import FeedCore
import Glibc
import Models
import Platform

/// The items that the user likes, as they stand in their file.
struct LikeFile {
  let folder: StateFolder
  private var book = LineBook<LikeRecord>()
  /// What of the file is in the book.
  private var known: LedgerFile.Version?
  /// Whether that is all of it.
  private var isWhole = true

  /// Of a longer file the latest lines count, in bytes: some 50 000 likes, which take a second to read.
  private static let mostRead = 16 << 20

  init(folder: StateFolder) {
    self.folder = folder
  }

  private var file: LedgerFile { LedgerFile(path: folder.file("likes.jsonl")) }

  /// Which of some items are liked.
  mutating func liked(_ keys: [ContentKey]) throws(FileError) -> Set<ContentKey> {
    try refresh()
    return Set(keys.filter { book[LikeKey($0)] != nil })
  }

  /// Likes an item or no longer does.
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
      // What was read without the lock may have ended in half a line of somebody else's.
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

  /// The items that are liked and still there, the latest first.
  mutating func items() throws(FileError) -> [FoundItem] {
    try refresh()
    return book.records.reversed().compactMap(\.item)
  }

  /// Reads what has been written since, by whomever.
  private mutating func refresh() throws(FileError) {
    guard known == nil || file.version != known else { return }
    let content = try file.read(latest: Self.mostRead)
    book = LineBook()
    book.read(content.bytes)
    known = content.version
    isWhole = content.isWhole
  }
}
