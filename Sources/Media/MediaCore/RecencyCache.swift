/// Keeps what was used last, within a number and a size.
package struct RecencyCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let countLimit: Int
  private let byteLimit: Int
  private var entries: [Key: (value: Value, bytes: Int, usedAt: UInt64)] = [:]
  private var clock: UInt64 = 0

  /// What all values together take, in bytes.
  package private(set) var bytes = 0

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - countLimit: How many values are kept, at least one.
  ///   - byteLimit: What they may take together; one value stays, whatever it takes.
  package init(countLimit: Int, byteLimit: Int = .max) {
    self.countLimit = max(countLimit, 1)
    self.byteLimit = byteLimit
  }

  /// How many values there are.
  package var count: Int { entries.count }

  /// The value of a key, which does not count as a use.
  package subscript(key: Key) -> Value? { entries[key]?.value }

  /// Puts a value in, or replaces that of its key; either is a use.
  ///
  /// - Complexity: O(*n*) for each value that has to go, *n* being their number.
  /// - Returns: Those that had to go, the longest unused first.
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

  /// Takes a value out.
  package mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    bytes -= entry.bytes
  }
}
