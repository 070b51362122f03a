/// An LRU cache limited by count and size.
package struct RecencyCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let countLimit: Int
  private let byteLimit: Int
  private var entries: [Key: (value: Value, bytes: Int, usedAt: UInt64)] = [:]
  private var clock: UInt64 = 0

  /// The total size of all values, in bytes.
  package private(set) var bytes = 0

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - countLimit: The maximum number of values, at least one.
  ///   - byteLimit: Their maximum total size; one value is kept whatever its size.
  package init(countLimit: Int, byteLimit: Int = .max) {
    self.countLimit = max(countLimit, 1)
    self.byteLimit = byteLimit
  }

  package var count: Int { entries.count }

  /// The value for a key; this does not count as a use.
  package subscript(key: Key) -> Value? { entries[key]?.value }

  /// Inserts a value or replaces that of its key; either counts as a use.
  ///
  /// - Complexity: O(*n*) for each evicted value, *n* being their number.
  /// - Returns: The evicted values, least recently used first.
  @discardableResult
  package mutating func use(_ key: Key, _ value: Value, bytes: Int = 0) -> [Value] {
    remove(key)
    clock += 1
    entries[key] = (value, max(bytes, 0), clock)
    self.bytes += max(bytes, 0)
    var evicted: [Value] = []
    while entries.count > 1, entries.count > countLimit || self.bytes > byteLimit {
      guard let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }) else { break }
      remove(oldest.key)
      evicted.append(oldest.value.value)
    }
    return evicted
  }

  package mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    bytes -= entry.bytes
  }
}
