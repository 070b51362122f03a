package enum OrderSort: Hashable, Sendable {
  /// As found: folders in natural order, lists as written.
  case name
  /// Most recently recorded first.
  case date
  /// Most recently changed first.
  case modified
  /// Largest first.
  case size
  /// Longest first.
  case duration
  /// What the user likes, and has not seen for the longest time.
  case rediscover
  /// Random, the same for equal seeds.
  case shuffle(seed: UInt64)

  /// Whether nothing is shown in another order until everything has been found.
  package var waitsForAll: Bool { if case .shuffle = self { true } else { false } }

  /// Where the facts to sort by come from.
  package var needs: FactNeeds {
    switch self {
    case .name, .shuffle: []
    case .date: [.status, .media]
    case .modified, .size: .status
    case .duration: .media
    case .rediscover: .records
    }
  }

  /// The sort key of an item.
  func rank(_ facts: KnownFacts, isReversed: Bool) -> UInt64 {
    let value: Double? =
      switch self {
      case .name, .shuffle: nil
      case .date: facts.date
      case .modified: facts.modified
      case .size: facts.size.map(Double.init)
      case .duration: facts.duration
      case .rediscover: facts.isLiked ? -(facts.seen ?? 0) : nil
      }
    guard let value, value.isFinite else { return OrderRank.last }
    return OrderRank.most(value, isReversed: isReversed)
  }
}

/// The sort key of an item: lowest first.
package enum OrderRank {
  /// For an item without the sorted property: after all others.
  package static let last = UInt64.max

  /// Ranks a quantity, greatest first.
  ///
  /// - Parameters:
  ///   - value: A finite number.
  ///   - isReversed: Whether the smallest comes first.
  /// - Returns: The rank; never `last`.
  package static func most(_ value: Double, isReversed: Bool) -> UInt64 {
    // The bits of floating-point numbers compare like the numbers (IEEE 754), once those of
    // negative ones are inverted.
    let bits = (value == 0 ? 0 : value).bitPattern
    let ascending = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    return min(isReversed ? ascending : ~ascending, last - 1)
  }

  /// The quantity of a rank that `most` has made, `nil` for the last one.
  static func value(_ rank: UInt64, isReversed: Bool) -> Double? {
    guard rank != last else { return nil }
    let ascending = isReversed ? rank : ~rank
    return Double(bitPattern: ascending >> 63 == 1 ? ascending & ~(1 << 63) : ~ascending)
  }

  /// A hash of a name (FNV-1a: Fowler, Noll and Vo), different for each seed.
  package static func hash(_ name: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    name.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A random rank.
  ///
  /// - Parameters:
  ///   - seed: Equal seeds give equal ranks.
  ///   - name: What distinguishes the item.
  ///   - isReversed: Whether the order is reversed.
  /// - Returns: A number unrelated to the name (mixed as in SplitMix64); never `last`.
  package static func chance(
    seed: UInt64, _ name: some Sequence<UInt8>, isReversed: Bool
  ) -> UInt64 {
    var hash = hash(name, seed: seed)
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    hash ^= hash >> 31
    return min(isReversed ? ~hash : hash, last - 1)
  }
}
