import Models

/// The verdicts on the items of an index, counted.
struct VerdictTable: Sendable {
  /// The ids whose reviews have to be read.
  var unread = UnreadItems()
  private var kept = ItemSet()
  private var rejected = ItemSet()
  private var count = VerdictCount()

  /// How many there are; `nil` as long as none has been read.
  var known: VerdictCount? { unread.isEmpty || count.total > 0 ? count : nil }

  /// Takes what is known of the first unread items.
  ///
  /// - Returns: Whether that changes the count.
  mutating func take(_ facts: [KnownFacts], of ids: [UInt32]) -> Bool {
    guard unread.first(ids.count).elementsEqual(ids) else { return false }
    let before = known
    unread.advance(by: ids.count)
    for (id, facts) in zip(ids, facts) { set(facts.review.verdict, of: Int(id)) }
    return known != before
  }

  /// Takes reviews that were saved.
  ///
  /// - Returns: Likewise.
  mutating func take(_ reviews: [ItemID: Review], of ids: [UInt32]) -> Bool {
    let before = known
    for id in ids {
      // What is being read may be from before.
      if !unread.isEmpty { unread.append(id) }
      set(reviews[ItemID(rawValue: Int(id))]?.verdict, of: Int(id))
    }
    return known != before
  }

  /// Leaves an item out, as it is gone.
  mutating func remove(_ id: Int) { set(nil, of: id) }

  private mutating func set(_ verdict: Review.Verdict?, of id: Int) {
    if kept[id] != (verdict == .keep) { count.kept += kept[id] ? -1 : 1 }
    if rejected[id] != (verdict == .reject) { count.rejected += rejected[id] ? -1 : 1 }
    kept[id] = verdict == .keep
    rejected[id] = verdict == .reject
  }
}
