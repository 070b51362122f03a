import FeedCore
import Models

/// Looks for the item that a feed is to open at by a name.
///
/// Its file's name, the name without its extension, or the end of its path with one of these; else a part
/// of its name, if no other item has that.
struct StartSearch: Sendable {
  /// The item that is called so, but for its extension: the first one.
  private var stem: ItemID?
  /// The first item that has the name in its own.
  private var part: ItemID?
  /// How many items have the name in theirs.
  private var partCount = 0
  private var examples: [CleanText] = []
  private var partNames: [CleanText] = []
  private let given: FilePath
  /// The folders that were given, and the name behind them.
  private let folders: [UInt8]
  private let name: [UInt8]
  private let words: FilterWords

  /// The most names that are told where none, or more than one, is meant.
  private static let maxNames = 3

  /// Takes what was given.
  init(_ given: [UInt8]) {
    var given = given[...]
    while given.starts(with: "./".utf8) { given = given.dropFirst(2) }
    self.given = FilePath(bytes: given)
    let slash = given.lastIndex(of: UInt8(ascii: "/"))
    folders = slash.map { Array(given[..<$0]) } ?? []
    name = Array(given[(slash.map { $0 + 1 } ?? given.startIndex)...])
    words = FilterWords(String(decoding: name, as: UTF8.self))
  }

  /// Looks at the next item.
  ///
  /// - Returns: Whether it is the one for certain.
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
      // What feeds and lists name may have no end that could be waited for.
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

  /// The item, when all have been looked at.
  var result: ItemID? { stem ?? (partCount == 1 ? part : nil) }

  /// Why there is none.
  var problem: FeedProblem.Reason {
    partCount == 0
      ? .noName(CleanText("\(given)"), examples: examples)
      : .severalNames(CleanText("\(given)"), partNames, count: partCount)
  }

  /// Whether a path ends in the folders that were given.
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
