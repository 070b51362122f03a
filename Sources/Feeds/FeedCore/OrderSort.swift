/// What the items of a feed are sorted by.
package enum OrderSort: Hashable, Sendable {
  /// As they are found: folders in natural order, lists as they are written.
  case name
  /// The latest change first.
  case date
  /// The largest first.
  case size
  /// The longest first.
  case duration
  /// By chance, the same with every seed.
  case shuffle(seed: UInt64)

  /// Whether the order is known only when everything has been found.
  package var waitsForAll: Bool { self != .name }
}

/// By what an item is sorted: the lowest first.
package enum OrderRank {
  /// Of an item that does not have what is sorted by: behind all others.
  package static let last = UInt64.max

  /// By a quantity of which the most comes first.
  ///
  /// - Parameters:
  ///   - value: A finite number.
  ///   - isReversed: Whether the least comes first.
  /// - Returns: The rank; never `last`.
  package static func most(_ value: Double, isReversed: Bool) -> UInt64 {
    // Bits of numbers compare like the numbers (IEEE 754), once those of negative ones are turned
    // round.
    let bits = (value == 0 ? 0 : value).bitPattern
    let ascending = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    return min(isReversed ? ascending : ~ascending, last - 1)
  }

  /// A number that names have for themselves (FNV-1a: Fowler, Noll and Vo), for each seed another one.
  package static func hash(_ name: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    name.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// By chance.
  ///
  /// - Parameters:
  ///   - seed: Equal seeds give equal ranks.
  ///   - name: What distinguishes the item.
  ///   - isReversed: Whether the order is turned round.
  /// - Returns: A number that has nothing to do with the name (mixed as in SplitMix64);
  ///   never `last`.
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
