import Models

/// The positions of an index's items: what a view needs to draw.
///
/// Contains no names, so that a copy can be handed out while the index keeps growing.
package struct IndexPlaces: Sendable {
  /// The matches of a filter.
  struct Selection: Sendable {
    let filter: FeedFilter
    let query: FilterQuery
    /// By id.
    var members = ItemSet()
    var count = 0
    /// The positions of the members that have one, ascending.
    var positions: [UInt32] = []
    /// The ids that match the words, and whose facts have to be read for the conditions.
    var unread = UnreadItems()

    /// Adds an item that matches the words.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - isNotice: Whether it is a notice, of which nothing is known.
    ///   - isKnown: Whether it meets the conditions.
    mutating func add(_ id: UInt32, isNotice: Bool, isKnown: Bool = false) {
      if isKnown || query.conditions.isEmpty {
        members[Int(id)] = true
        count += 1
      } else if !isNotice {
        unread.append(id)
      }
    }
  }

  static let nowhere = UInt32.max

  /// The position of each id, including those of deleted items; `nowhere` while not known.
  var positions: [UInt32] = []
  /// The positions of items that are not deleted; `nil` if none is.
  var livePositions: [UInt32]?
  /// How many items there are, with or without a position.
  package var total = 0
  /// The ids of notices that are not deleted: no clips.
  var notices: [UInt32] = []
  /// The last used first.
  var selections: [Selection] = []
  /// Whether the source may still find more.
  var isGrowing = true
  /// The ids whose facts have to be read for the sort order.
  var unsorted = UnreadItems()
  /// What the user has decided about the items; `nil` while it is not counted.
  var verdicts: VerdictTable?

  /// How many filters are kept.
  static let selectionLimit = 4

  package init() {}

  /// The place of an item. Takes the time of a binary search.
  package func place(of id: ItemID?, filter: FeedFilter) -> FeedPlace {
    let selection = selections.first { $0.filter == filter }
    guard selection != nil || FilterQuery(filter.text).isEmpty else {
      return FeedPlace(
        number: nil, count: 0, total: total, isGrowing: true, verdicts: verdicts?.known)
    }
    let isReading = selection?.unread.isEmpty == false
    var place = FeedPlace(
      number: number(of: id, in: selection?.positions ?? livePositions),
      count: selection?.count ?? total, total: total, isGrowing: isGrowing || isReading,
      reading: selection?.unread.progress.map {
        FeedPlace.Reading(isSorting: false, done: $0.done, total: $0.total)
      }
        ?? unsorted.progress.map {
          FeedPlace.Reading(isSorting: true, done: $0.done, total: $0.total)
        }, verdicts: verdicts?.known)
    place.noticeCount = notices.count
    if let position = id.flatMap(position) {
      place.noticesBefore = notices.count { positions[Int($0)] < position }
    }
    return place
  }

  private func number(of id: ItemID?, in list: [UInt32]?) -> Int? {
    guard let id, let position = position(of: id) else { return nil }
    guard let list else { return Int(position) + 1 }
    let index = list.prefixEnd(where: { $0 < position })
    return index < list.count && list[index] == position ? index + 1 : nil
  }

  /// The position of an id; `nil` while not known.
  package func position(of id: ItemID) -> UInt32? {
    guard positions.indices.contains(id.rawValue), positions[id.rawValue] != Self.nowhere else {
      return nil
    }
    return positions[id.rawValue]
  }
}
