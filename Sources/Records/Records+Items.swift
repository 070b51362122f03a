import FoundationEssentials
import GRDB
import Glibc
import Models
import Platform

/// What is saved of an item is saved of a file, not of a path (docs/decisions/records.md):
/// another file at its path is another item, and a file that has moved takes it along.
extension Records {
  /// What a row of `item` has to recognise a file by.
  private struct Item {
    let id: Int64
    let host: String
    let version: FileVersion?
    let content: [UInt8]?

    init?(_ row: RecordRow) {
      guard let id: Int64 = row["id"] else { return nil }
      self.id = id
      host = row["host"] ?? ""
      version = FileVersion(row)
      content = (row["content"] as Data?).map { Array($0) }
    }
  }

  /// This machine's name: the same path is another file on another machine.
  static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  /// The longest location, in bytes: no path or address needs more.
  private static let longestLocation = 65_536

  /// Finds an item; `nil` if nothing is saved of it.
  func find(_ key: ContentKey) throws -> Int64? {
    let item = ItemKey(key, options.base)
    guard case .file(let path) = key else { return try self.items(at: item).first?.id }
    let items = try self.items(at: item)
    guard let version = FileVersion(path) else { return items.first?.id }
    return try match(items, path, version, host: item.host)?.id ?? moved(to: path, version)?.id
  }

  /// Finds an item and brings it up to date, or adds it.
  ///
  /// - Parameter title: Its title, cut to 500 characters; `nil` if unknown.
  /// - Throws: `FileError` with `EMSGSIZE` if its id is longer than 64 KiB.
  func save(_ key: ContentKey, title: CleanText?) throws -> Int64 {
    let item = ItemKey(key, options.base)
    guard item.location.utf8.count <= Self.longestLocation,
      item.feed.utf8.count <= Self.longestLocation
    else {
      throw FileError(
        options.file, number: EMSGSIZE, words: localized("an id longer than 64 KiB"))
    }
    let title = title.map { CleanText(bytes: Array($0.string.utf8), limit: 500).string }
    guard case .file(let path) = key else {
      let found = try items(at: item).first?.id
      let id = try found ?? insert(item, title)
      if found != nil {
        try run("UPDATE item SET title = ifnull(?, title) WHERE id = ?", [title, id])
      }
      if case .remote(let address) = key { try setNamed(id, by: address) }
      return id
    }
    let items = try self.items(at: item)
    guard let version = FileVersion(path) else {
      return try items.first?.id ?? insert(item, title)
    }
    let found = try match(items, path, version, host: item.host) ?? moved(to: path, version)
    // Another file is at its path now; its own may turn up elsewhere.
    for other in items where other.host == item.host && other.id != found?.id {
      try run("UPDATE item SET location = NULL WHERE id = ?", [other.id])
    }
    let id = try found?.id ?? insert(item, title)
    let isKnown = found?.version == version && found?.content != nil
    try run(
      """
      UPDATE item SET location = ?, host = ?, title = ifnull(?, title), size = ?, modified = ?, content = ?
      WHERE id = ?
      """,
      [
        item.location, item.host, title, version.size, version.modified.nanosecondsSinceEpoch,
        (isKnown ? found?.content : options.contentHash(path)).map { Data($0) }, id,
      ])
    return id
  }

  /// Saves the metadata that a file was opened for, without reading more of it.
  func save(_ file: ProbedFile) throws {
    let item = ItemKey(.file(file.path), options.base)
    guard item.location.utf8.count <= Self.longestLocation else { return }
    let items = try self.items(at: item)
    let found = try match(items, file.path, file.version, host: item.host)
    // Of a file that was only looked into, nothing has to be kept.
    let reused =
      try found
      ?? items.first { other in
        try other.host == item.host && other.content == nil && !isDecided(other.id)
      }
    for other in items where other.host == item.host && other.id != reused?.id {
      // What was judged may still be this one, and lists say so.
      if other.content == nil, other.version?.size ?? file.version.size == file.version.size,
        try isDecided(other.id)
      {
        return
      }
      try run("UPDATE item SET location = NULL WHERE id = ?", [other.id])
    }
    let id = try reused?.id ?? insert(item, nil)
    let media = file.media
    try run(
      """
      UPDATE item SET size = ?, modified = ?, duration = ?, width = ?, height = ?, rate = ?,
        codec = ?, sound = ?, recorded = ?, name = ?, sound_tracks = ?, subtitle_tracks = ?
      WHERE id = ?
      """,
      [
        file.version.size, file.version.modified.nanosecondsSinceEpoch, media.duration,
        media.width, media.height, media.frameRate, media.codec, media.sound, media.recorded,
        media.title, media.soundTracks, media.subtitleTracks, id,
      ])
  }

  /// Finds an item as an earlier version saved it, or adds it, without a look at the file.
  ///
  /// - Parameter version: The file's version when it was liked; `nil` for a visit, which may have
  ///   been to any.
  func saveOld(_ item: ItemKey, title: String, version: FileVersion?) throws -> Int64 {
    let items = try self.items(at: item)
    guard let version else {
      return try items.last?.id ?? insert(item, title)
    }
    if let known = items.first(where: { $0.version == version }) { return known.id }
    // Another file at its path: only one of them is there.
    let unknown = items.first { $0.version == nil }
    for other in items where other.id != unknown?.id {
      try run("UPDATE item SET location = NULL WHERE id = ?", [other.id])
    }
    let id = try unknown?.id ?? insert(item, title)
    try setVersion(version, of: id)
    return id
  }

  /// Saves which version of an item's file is meant.
  func setVersion(_ version: FileVersion, of id: Int64) throws {
    try run(
      "UPDATE item SET size = ?, modified = ? WHERE id = ?",
      [version.size, version.modified.nanosecondsSinceEpoch, id])
  }

  /// Whether the user has liked, rotated or reviewed an item.
  private func isDecided(_ id: Int64) throws -> Bool {
    try !rows(
      """
      SELECT 1 FROM item WHERE id = ?1 AND (rotation IS NOT NULL
        OR id IN (SELECT item FROM liked) OR id IN (SELECT item FROM review))
      """, [id]
    ).isEmpty
  }

  /// The items at a location, this machine's first.
  private func items(at item: ItemKey) throws -> [Item] {
    try rows(
      """
      SELECT id, host, size, modified, content FROM item
      WHERE kind = ? AND feed = ? AND location = ? ORDER BY host <> ?
      """, [item.kind.rawValue, item.feed, item.location, item.host]
    ).compactMap { Item($0) }
  }

  private func insert(_ item: ItemKey, _ title: String?) throws -> Int64 {
    try run(
      "INSERT INTO item (kind, host, feed, location, title) VALUES (?, ?, ?, ?, ?)",
      [item.kind.rawValue, item.host, item.feed, item.location, title ?? ""])
    return database.lastInsertedRowID
  }

  /// Which of the items at a path is the file that is there now.
  private func match(
    _ items: [Item], _ path: FilePath, _ version: FileVersion, host: String
  ) throws -> Item? {
    for item in items {
      // A shared disk has the same path on several machines.
      if item.version == version { return item }
      guard item.host == host else { continue }
      // Of what earlier versions have saved, only the path is known. What was judged must be known better.
      guard let known = item.version else {
        if try rows("SELECT 1 FROM review WHERE item = ?", [item.id]).isEmpty { return item }
        continue
      }
      if known.size == version.size, let content = item.content,
        content == options.contentHash(path)
      {
        return item
      }
    }
    return nil
  }

  /// The item whose file has moved to a path.
  ///
  /// A file is only read if its size is known; of two copies, neither has moved.
  private func moved(to path: FilePath, _ version: FileVersion) throws -> Item? {
    let candidates = try rows(
      """
      SELECT id, host, location, size, modified, content FROM item
      WHERE size = ? AND content IS NOT NULL AND kind = 'file' AND (location IS NULL OR host IN (?, ''))
      ORDER BY location IS NULL, id LIMIT 100
      """, [version.size, Self.host])
    guard !candidates.isEmpty, let content = options.contentHash(path) else { return nil }
    for row in candidates {
      guard let item = Item(row), item.content == content else { continue }
      guard let location: String = row["location"] else { return item }
      // What is outside of a folder that was made by somebody else is not looked at.
      guard let old = options.base.path(location) else { continue }
      if !isStill(item, at: old) { return item }
    }
    return nil
  }

  /// Whether an item's file is at a path, perhaps touched.
  private func isStill(_ item: Item, at path: FilePath) -> Bool {
    guard let version = FileVersion(path) else { return false }
    return version == item.version
      || version.size == item.version?.size && options.contentHash(path) == item.content
  }
}

extension FileVersion {
  /// The saved version; `nil` if unknown.
  init?(_ row: RecordRow) {
    guard let size: Int = row["size"], let modified: Int = row["modified"] else { return nil }
    self.init(modified: FileDate(sinceEpoch: modified), size: size)
  }
}
