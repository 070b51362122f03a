import Models

/// Everything found in a feed's source, compactly: a hundred thousand files take a few megabytes.
///
/// A file is a row of sixteen bytes and its name; folders have a table of their own. Other items
/// are kept as they are. Rows are never removed: the table is replaced as a whole when its source
/// is reread.
package struct ItemTable: Sendable {
  /// A folder that holds items.
  package struct Folder: Sendable {
    /// Its path; empty for paths without a slash. Of a folder on another machine, its address as it
    /// is shown.
    package var path: FilePath
    /// Its address, if it is on another machine.
    package var address: RemoteAddress?
    /// The text that filters search, followed by a slash: the path below the argument.
    package var letters: [UInt8]
    /// The folder it was found in; `nil` for an argument.
    package var parent: Int?
    /// Its depth below the argument.
    var depth: Int
  }

  struct Row: Sendable {
    /// Where its name, or the text of an item that is not a file, begins in `bytes`.
    var start: UInt32
    var nameLength: UInt16
    /// The length of the prepared name that follows the name, if that is not ASCII; for an item
    /// that is not a file, the length of further text.
    var foldedLength: UInt16
    /// The folder, or `itemFlag` and the number of an item that is not a file.
    var folder: UInt32
    /// The argument it belongs to.
    var section: UInt32
  }

  static let itemFlag: UInt32 = 1 << 31

  /// By number.
  package private(set) var folders: [Folder] = []
  private(set) var rows: [Row] = []
  var bytes: [UInt8] = []
  private(set) var items: [FoundItem] = []
  /// The names of those arguments that are playlists or feeds, by number.
  package var listNames: [Int: CleanText] = [:]
  /// By row, if the feed is sorted.
  var ranks: [UInt64] = []
  /// By row, of files on other machines; shorter if the last rows are none.
  private var versions: [ListedVersion] = []
  private let isRanked: Bool

  /// Creates an empty table.
  ///
  /// - Parameter isRanked: Whether rows have ranks.
  package init(isRanked: Bool = false) {
    self.isRanked = isRanked
  }

  package var count: Int { rows.count }

  /// Adds a folder.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - parent: The folder it was found in; `nil` for an argument.
  ///   - letters: The part of the path that filters search.
  /// - Returns: Its number.
  package mutating func addFolder(
    _ path: FilePath, in parent: Int? = nil, letters: [UInt8] = []
  ) -> Int {
    let folded = letters.withUnsafeBufferPointer(FilterText.folding)
    folders.append(
      Folder(
        path: path,
        letters: folded.isEmpty || folded.last == UInt8(ascii: "/")
          ? folded : folded + [UInt8(ascii: "/")],
        parent: parent, depth: parent.map { folders[$0].depth + 1 } ?? 0))
    return folders.count - 1
  }

  /// Adds a folder on another machine; see `addFolder(_:in:letters:)`.
  package mutating func addFolder(
    at address: RemoteAddress, in parent: Int? = nil, letters: [UInt8] = []
  ) -> Int {
    let shown = PercentCoding.decoded(address.withoutSecrets.string.utf8)
    let folder = addFolder(FilePath(bytes: shown), in: parent, letters: letters)
    folders[folder].address = address
    return folder
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: Any bytes; cut after 65 535, which no file system reaches.
  ///   - folder: A folder of this table.
  ///   - section: The argument it belongs to, counted in feed order.
  ///   - rank: Its sort key.
  ///   - version: What the list of its folder says of it, if that is on another machine.
  package mutating func addFile(
    _ name: UnsafeBufferPointer<UInt8>, in folder: Int, section: Int,
    rank: UInt64 = OrderRank.last, version: ListedVersion? = nil
  ) {
    let name = UnsafeBufferPointer(rebasing: name.prefix(Int(UInt16.max)))
    guard let start = UInt32(exactly: bytes.count) else { return }
    bytes.append(contentsOf: name)
    var folded: [UInt8] = []
    if name.contains(where: { $0 >= 0x80 }) {
      folded = Array(FilterText.folding(name).prefix(Int(UInt16.max)))
      bytes.append(contentsOf: folded)
    }
    append(
      Row(
        start: start, nameLength: UInt16(name.count), foldedLength: UInt16(folded.count),
        folder: UInt32(folder), section: UInt32(section)), rank: rank)
    guard let version else { return }
    versions += repeatElement(.unknown, count: rows.count - 1 - versions.count)
    versions.append(version)
  }

  /// Adds an item that is not a file without a title of its own.
  ///
  /// - Parameters:
  ///   - item: As it was found.
  ///   - section: As for files.
  ///   - rank: Its sort key.
  package mutating func addItem(
    _ item: FoundItem, section: Int, rank: UInt64 = OrderRank.last
  ) {
    guard let start = UInt32(exactly: bytes.count) else { return }
    let title = Self.letters(Array(item.numbered().title.string.utf8))
    let path = Self.letters(item.kind.letters)
    bytes += title + path
    items.append(item)
    append(
      Row(
        start: start, nameLength: UInt16(title.count), foldedLength: UInt16(path.count),
        folder: Self.itemFlag | UInt32(items.count - 1), section: UInt32(section)), rank: rank)
  }

  private static func letters(_ text: [UInt8]) -> [UInt8] {
    Array(text.withUnsafeBufferPointer(FilterText.folding).prefix(Int(UInt16.max)))
  }

  private mutating func append(_ row: Row, rank: UInt64) {
    rows.append(row)
    if isRanked { ranks.append(rank) }
  }

  /// The folder of a row with a file.
  package func folder(ofRow row: Int) -> Int? {
    let folder = rows[row].folder
    return folder & Self.itemFlag == 0 ? Int(folder) : nil
  }

  package func section(ofRow row: Int) -> Int { Int(rows[row].section) }

  /// The file name of a row with a file.
  package func name(ofRow row: Int) -> ArraySlice<UInt8> {
    let row = rows[row]
    return bytes[Int(row.start)..<(Int(row.start) + Int(row.nameLength))]
  }

  /// What the list of its folder on another machine says of a row's file.
  package func version(ofRow row: Int) -> ListedVersion? {
    versions.indices.contains(row) && versions[row] != .unknown ? versions[row] : nil
  }

  /// Whether a row is a notice, at which no feed opens.
  package func isNotice(_ row: Int) -> Bool {
    guard folder(ofRow: row) == nil, case .notice = items[itemIndex(ofRow: row)].kind else {
      return false
    }
    return true
  }

  package func found(_ row: Int) -> FoundItem {
    guard let folder = folder(ofRow: row) else { return items[itemIndex(ofRow: row)] }
    let name = name(ofRow: row)
    if let address = folders[folder].address {
      var found = FoundItem(kind: .file(Clip(remote: address.appending(name))))
      found.version = version(ofRow: row)
      return found
    }
    let path = folders[folder].path.appending(FilePath(bytes: name))
    return FoundItem(kind: .file(Clip(file: path)))
  }

  func itemIndex(ofRow row: Int) -> Int { Int(rows[row].folder & ~Self.itemFlag) }
}

extension FeedItem.Kind {
  /// A clip, or a still according to its name.
  package static func file(_ clip: Clip) -> FeedItem.Kind {
    MediaKind(fileExtension: clip.location.lowercaseExtension) == .still
      ? .still(clip) : .playing(clip)
  }

  /// Its file; `nil` if it is not local.
  package var filePath: FilePath? { playable?.location.filePath }

  /// The text that filters search, besides the title.
  fileprivate var letters: [UInt8] {
    switch playable?.location {
    case .file(let path): return path.bytes
    case .remote(let address): return Array(address.string.utf8)
    case nil: break
    }
    return if case .article(let article) = self { Array((article.link?.string ?? "").utf8) } else {
      []
    }
  }
}
