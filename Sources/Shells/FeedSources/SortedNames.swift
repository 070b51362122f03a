import Glibc

/// The names of a folder's entries, handed out in natural order.
///
/// Names and keys lie in one buffer, so that a folder of a hundred thousand files costs a few
/// allocations. The first name is found by looking at all once; only the second one pays for
/// sorting, which by then runs behind the first picture.
struct SortedNames {
  private struct Entry {
    /// Where the key begins; the name follows it.
    var offset: Int
    var keyLength: Int32
    var nameLength: Int32
    /// The first eight bytes of the key as a number, which settles most comparisons.
    var prefix: UInt64
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var position = 0
  private let isReversed: Bool

  /// Creates an empty list.
  ///
  /// - Parameter isReversed: Whether the last name comes first.
  init(isReversed: Bool) {
    self.isReversed = isReversed
  }

  /// Adds a name. Only before the first one is taken.
  mutating func insert(_ name: UnsafeBufferPointer<UInt8>) {
    let offset = bytes.count
    NaturalOrder.appendKey(of: name, to: &bytes)
    let keyLength = bytes.count - offset
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | (index < keyLength ? UInt64(bytes[offset + index]) : 0)
    }
    bytes.append(contentsOf: name)
    entries.append(
      Entry(
        offset: offset, keyLength: Int32(keyLength), nameLength: Int32(name.count),
        prefix: prefix))
  }

  /// Takes the next name; `nil` when all are taken.
  ///
  /// - Complexity: O(*n*) the first time, O(*n* log *n*) the second, then O(1), whether or not
  ///   somebody else holds a copy.
  mutating func popFirst() -> [UInt8]? {
    guard position < entries.count else { return nil }
    switch position {
    case 0: moveFirstToFront()
    case 1: sort()
    default: break
    }
    let entry = entries[position]
    position += 1
    let start = entry.offset + Int(entry.keyLength)
    return Array(bytes[start..<(start + Int(entry.nameLength))])
  }

  private mutating func moveFirstToFront() {
    let isReversed = isReversed
    let first = bytes.withUnsafeBytes { bytes in
      entries.indices.min { Self.precedes(entries[$0], entries[$1], bytes, isReversed) }
    }
    if let first { entries.swapAt(first, 0) }
  }

  private mutating func sort() {
    let isReversed = isReversed
    bytes.withUnsafeBytes { bytes in
      entries[position...].sort { Self.precedes($0, $1, bytes, isReversed) }
    }
  }

  private static func precedes(
    _ left: Entry, _ right: Entry, _ bytes: UnsafeRawBufferPointer, _ isReversed: Bool
  ) -> Bool {
    isReversed ? precedes(right, left, bytes) : precedes(left, right, bytes)
  }

  private static func precedes(
    _ left: Entry, _ right: Entry, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    // Every entry lies within the buffer; one without bytes may lie at its end.
    guard let base = bytes.baseAddress else { return false }
    func compare(_ left: (start: Int, count: Int32), _ right: (start: Int, count: Int32)) -> Int32 {
      let order = memcmp(base + left.start, base + right.start, Int(min(left.count, right.count)))
      return order != 0 ? order : left.count - right.count
    }
    let keys = compare((left.offset, left.keyLength), (right.offset, right.keyLength))
    if keys != 0 { return keys < 0 }
    return compare(
      (left.offset + Int(left.keyLength), left.nameLength),
      (right.offset + Int(right.keyLength), right.nameLength)) < 0
  }
}
