import FeedCore
import Glibc

/// The names of a folder's entries in natural order.
///
/// Names are in one buffer, and keys in another while they are sorted, so that a folder of a
/// hundred thousand files takes a few allocations.
struct SortedNames {
  private struct Entry {
    var nameStart: UInt32
    var nameLength: UInt16
    var keyLength: UInt16
    var keyStart: UInt32
    /// Its number in `versions`, or more.
    var version: UInt32
    /// The first eight bytes of the key as a number, which decides most comparisons.
    var prefix: UInt64
  }

  private var bytes: [UInt8] = []
  private var keys: [UInt8] = []
  private var entries: [Entry] = []
  private var versions: [ListedVersion] = []
  private var position = 0

  /// Adds a name. Call it only before sorting.
  mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, _ version: ListedVersion? = nil
  ) {
    // No file system has longer names, and no listing reaches 4 GiB.
    guard name.count < 8_192, let nameStart = UInt32(exactly: bytes.count),
      let keyStart = UInt32(exactly: keys.count)
    else { return }
    NaturalOrder.appendKey(of: name, to: &keys)
    let keyLength = keys.count - Int(keyStart)
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | (index < keyLength ? UInt64(keys[Int(keyStart) + index]) : 0)
    }
    bytes.append(contentsOf: name)
    entries.append(
      Entry(
        nameStart: nameStart, nameLength: UInt16(name.count), keyLength: UInt16(keyLength),
        keyStart: keyStart, version: version == nil ? .max : UInt32(versions.count),
        prefix: prefix))
    if let version { versions.append(version) }
  }

  /// Sorts the names.
  ///
  /// - Parameter isReversed: Whether the last one comes first.
  mutating func sort(isReversed: Bool) {
    bytes.withUnsafeBytes { names in
      keys.withUnsafeBytes { keys in
        entries.sort { Self.precedes($0, $1, names, keys) }
      }
    }
    if isReversed { entries.reverse() }
    keys = []
  }

  /// The name that will come first; call it only before sorting.
  ///
  /// - Parameter isReversed: As for `sort`.
  func first(isReversed: Bool) -> [UInt8]? {
    bytes.withUnsafeBytes { names in
      keys.withUnsafeBytes { keys in
        entries.min {
          isReversed ? Self.precedes($1, $0, names, keys) : Self.precedes($0, $1, names, keys)
        }
      }
    }.map(name)
  }

  /// The names that will be taken next.
  func upcoming(_ limit: Int) -> [[UInt8]] {
    entries[position..<min(position + limit, entries.count)].map(name)
  }

  private func name(_ entry: Entry) -> [UInt8] {
    Array(bytes[Int(entry.nameStart)..<(Int(entry.nameStart) + Int(entry.nameLength))])
  }

  /// How many names remain.
  var count: Int { entries.count - position }

  /// Removes names from the front.
  ///
  /// - Parameters:
  ///   - limit: The maximum number.
  ///   - body: Called with each, in order; valid only within the call.
  mutating func take(_ limit: Int, _ body: (UnsafeBufferPointer<UInt8>, ListedVersion?) -> Void) {
    let end = min(position + limit, entries.count)
    bytes.withUnsafeBufferPointer { bytes in
      for entry in entries[position..<end] {
        let start = Int(entry.nameStart)
        let name = UnsafeBufferPointer(rebasing: bytes[start..<(start + Int(entry.nameLength))])
        let version = Int(entry.version)
        body(name, versions.indices.contains(version) ? versions[version] : nil)
      }
    }
    position = end
  }

  private static func precedes(
    _ left: Entry, _ right: Entry, _ names: UnsafeRawBufferPointer, _ keys: UnsafeRawBufferPointer
  ) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    // Every entry is within its buffer; an empty one may be at its end.
    guard let names = names.baseAddress else { return false }
    if let keys = keys.baseAddress {
      let order = compare(
        keys, (left.keyStart, left.keyLength), (right.keyStart, right.keyLength))
      if order != 0 { return order < 0 }
    }
    return compare(
      names, (left.nameStart, left.nameLength), (right.nameStart, right.nameLength)) < 0
  }

  private static func compare(
    _ base: UnsafeRawPointer, _ left: (start: UInt32, count: UInt16),
    _ right: (start: UInt32, count: UInt16)
  ) -> Int {
    let order = memcmp(
      base + Int(left.start), base + Int(right.start), Int(min(left.count, right.count)))
    return order != 0 ? Int(order) : Int(left.count) - Int(right.count)
  }
}
