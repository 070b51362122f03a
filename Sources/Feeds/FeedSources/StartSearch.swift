import FeedCore
import Models

/// Finds the item that a feed should open at, by name.
///
/// The name is a file's name, that without its extension, or the end of a path with either; if no
/// item has it, part of a name.
struct StartSearch: Sendable {
  /// The first item of that name, apart from its extension.
  private var stem: ItemID?
  /// The first item whose name contains it.
  private var part: ItemID?
  /// How many items have names that contain it.
  private var partCount = 0
  private var examples: [CleanText] = []
  private var partNames: [CleanText] = []
  private let given: FilePath
  /// The given folders, and the name after them.
  private let folders: [UInt8]
  private let name: [UInt8]
  private let words: FilterQuery

  /// The maximum number of names to list if none, or more than one, matches.
  private static let maxNames = 3

  init(_ given: [UInt8]) {
    var given = given[...]
    while given.starts(with: "./".utf8) { given = given.dropFirst(2) }
    self.given = FilePath(bytes: given)
    let slash = given.lastIndex(of: UInt8(ascii: "/"))
    folders = slash.map { Array(given[..<$0]) } ?? []
    name = Array(given[(slash.map { $0 + 1 } ?? given.startIndex)...])
    words = FilterQuery(String(decoding: name, as: UTF8.self), takesConditions: false)
  }

  /// Checks the next item.
  ///
  /// - Returns: Whether it certainly is the one.
  mutating func consider(_ id: ItemID, in index: FeedIndex) -> Bool {
    guard let row = index.row(of: id) else { return false }
    let table = index.table
    let folder = table.folder(ofRow: row)
    let isInFolder = folders.isEmpty || folder.map { isIn(table.folders[$0].path) } ?? false
    if folder != nil {
      let rowName = table.name(ofRow: row)
      if isInFolder, rowName.starts(with: name) {
        if rowName.count == name.count { return true }
        if stem == nil, isExtension(rowName.dropFirst(name.count)) { stem = id }
      }
    } else if let item = index.item(id) {
      // Feeds and playlists may be endless.
      if isNamed(Array(item.title.string.utf8)) { return true }
      if let path = item.kind.filePath, isNamed(path.lastComponent) { return true }
    }
    if examples.count < Self.maxNames { examples.append(index.item(id)?.title ?? "") }
    guard isInFolder, !words.isEmpty, table.isNamed(words, row: row) else { return false }
    partCount += 1
    part = part ?? id
    if partNames.count < Self.maxNames { partNames.append(index.item(id)?.title ?? "") }
    return false
  }

  /// The item, once all were checked.
  var result: ItemID? { stem ?? (partCount == 1 ? part : nil) }

  /// Why there is none.
  var problem: FeedProblem.Reason {
    partCount == 0
      ? .noName(CleanText("\(given)"), examples: examples)
      : .severalNames(CleanText("\(given)"), partNames, count: partCount)
  }

  /// Whether a path ends with the given folders.
  private func isIn(_ path: FilePath) -> Bool {
    let path = path.trimmingTrailingSlashes
    guard path.suffix(folders.count).elementsEqual(folders) else { return false }
    let before = path.dropLast(folders.count).last
    return before == nil || before == UInt8(ascii: "/")
  }

  private func isNamed(_ text: [UInt8]) -> Bool {
    text == name || text.starts(with: name) && isExtension(text[name.count...])
  }

  /// Whether the rest of a name is its extension.
  private func isExtension(_ rest: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty && rest.first == UInt8(ascii: ".")
      && !rest.dropFirst().contains(UInt8(ascii: "."))
  }
}
