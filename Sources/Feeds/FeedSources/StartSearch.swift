import FeedCore
import Models

/// Finds the item that a feed should open at: the one of a name, or else the only one whose name
/// contains each of the given words.
struct StartSearch: Sendable {
  /// The first item whose name contains the words.
  private var part: ItemID?
  /// How many items have such names, and the first of these.
  private var partCount = 0
  private var partNames: [CleanText] = []
  private let name: [UInt8]
  private let words: FilterQuery

  /// The maximum number of names to list if several match.
  private static let maxNames = 3

  init(_ name: [UInt8]) {
    self.name = name
    words = FilterQuery(String(decoding: name, as: UTF8.self), takesConditions: false)
  }

  /// Checks the next item.
  ///
  /// - Returns: Whether it certainly is the one.
  mutating func consider(_ id: ItemID, in index: FeedIndex) -> Bool {
    guard let row = index.row(of: id) else { return false }
    let table = index.table
    if table.folder(ofRow: row) != nil {
      if table.name(ofRow: row).elementsEqual(name) { return true }
    } else if let item = index.item(id) {
      // Feeds and playlists may be endless.
      let isTitle = item.title.string.utf8.elementsEqual(name)
      if isTitle || item.kind.filePath?.lastComponent == name { return true }
    }
    guard !words.isEmpty, table.isNamed(words, row: row) else { return false }
    partCount += 1
    part = part ?? id
    if partNames.count < Self.maxNames { partNames.append(index.item(id)?.title ?? "") }
    return false
  }

  /// The item, once all were checked.
  var result: ItemID? { partCount == 1 ? part : nil }

  /// Why there is none.
  var problem: FeedProblem.Reason {
    let name = CleanText(bytes: name)
    return partCount == 0 ? .noName(name) : .severalNames(name, partNames, count: partCount)
  }
}
