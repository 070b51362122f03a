import Composable
import Models

extension Overview {
  /// No more items can be marked.
  static let maxMarks = 10_000

  /// Marks the item under the cursor, or takes its mark away, and goes on to the next one.
  mutating func toggleMark() {
    guard let item = current, item.key != nil else { return }
    if marked.contains(id: item.id) {
      marked.remove(id: item.id)
    } else {
      mark([item])
      anchor = cursor
    }
    _ = move(.tiles(1))
  }

  /// Leaves out items without a key, and those beyond ``maxMarks``.
  mutating func mark(_ items: [FeedItem]) {
    for item in items where item.key != nil && marked.count < Self.maxMarks {
      marked[id: item.id] = item
    }
  }

  /// From the last mark to the cursor.
  var markRange: Range<Int> {
    let start = anchor ?? cursor
    return min(start, cursor)..<(max(start, cursor) + 1)
  }

  mutating func unmarkAll() {
    marked = []
    anchor = nil
  }

  /// Takes away the marks of items that are gone.
  mutating func unmark(_ changes: [FeedChange]) {
    for case .delete(let id) in changes where marked.contains(id: id) { marked.remove(id: id) }
  }
}
