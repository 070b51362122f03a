/// Items whose facts have to be read, in feed order.
struct UnreadItems: Hashable, Sendable {
  private var ids: [UInt32] = []
  /// How many of `ids` have been read.
  private var position = 0
  /// How many were read since there was nothing to read.
  private var done = 0
  /// Whether everything had been read before.
  private(set) var wasRead = false

  var isEmpty: Bool { position == ids.count }

  func first(_ limit: Int) -> ArraySlice<UInt32> { ids[position...].prefix(limit) }

  mutating func append(_ id: UInt32) { ids.append(id) }

  mutating func replace(with ids: [UInt32]) {
    self = UnreadItems(ids: ids, wasRead: wasRead || !self.ids.isEmpty)
  }

  /// Removes the first items, which have been read.
  mutating func advance(by count: Int) {
    position = min(position + count, ids.count)
    done += count
    if isEmpty { self = UnreadItems(ids: [], wasRead: true) }
  }

  mutating func remove(where isGone: (UInt32) -> Bool) {
    ids = ids[position...].filter { !isGone($0) }
    position = 0
  }

  /// Sorts the items, as their positions have changed.
  mutating func sort(by positions: [UInt32]) {
    ids[position...].sort { positions[Int($0)] < positions[Int($1)] }
  }

  /// How many items have been read, of how many; `nil` if there is nothing to read.
  var progress: (done: Int, total: Int)? {
    isEmpty ? nil : (done, done + ids.count - position)
  }

  init() {}

  private init(ids: [UInt32], wasRead: Bool) {
    self.ids = ids
    self.wasRead = wasRead
  }
}
