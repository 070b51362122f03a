import IssueReporting
import OrderedCollections

/// An ordered collection of elements with unique ids and constant-time access by id.
///
/// The ids are stored separately from the elements. Changing an element leaves `ids` unchanged, and
/// comparing the `ids` of two versions of a collection takes constant time unless elements were
/// added, removed or moved.
package struct IdentifiedArray<Element: Identifiable> where Element.ID: Sendable {
  var storage: OrderedDictionary<Element.ID, Element>

  package init() {
    storage = [:]
  }

  /// Among elements with the same id, the first is kept.
  package init(uniqueElements elements: some Sequence<Element>) {
    storage = OrderedDictionary(
      elements.lazy.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package var ids: OrderedSet<Element.ID> { storage.keys }

  package var elements: [Element] { Array(storage.values) }

  /// Whether there is an element with an id.
  ///
  /// - Complexity: Expected O(1).
  package func contains(id: Element.ID) -> Bool { storage.index(forKey: id) != nil }

  /// The position of an element.
  ///
  /// - Complexity: Expected O(1).
  package func index(id: Element.ID) -> Int? { storage.index(forKey: id) }

  /// The element with an id; setting it changes or appends it or, with `nil`, removes it.
  ///
  /// Changes happen in place: `items[id: id]?.title = "…"` copies nothing.
  ///
  /// - Complexity: Expected O(1); O(`count`) to remove.
  package subscript(id id: Element.ID) -> Element? {
    get { storage[id] }
    _modify {
      defer { checkElement(of: id) }
      yield &storage[id]
    }
  }

  /// Calls `body` with the element of an id in place; `nil` if there is none.
  ///
  /// - Complexity: Expected O(1).
  package mutating func update<Result>(
    id: Element.ID, _ body: (inout Element) throws -> Result
  ) rethrows -> Result? {
    guard let index = storage.index(forKey: id) else { return nil }
    defer { checkElement(of: id) }
    return try body(&storage.values[index])
  }

  private func checkElement(of id: Element.ID) {
    guard let index = storage.index(forKey: id) else { return }
    let actual = storage.values[index].id
    if actual != id {
      reportIssue(
        """
        An element changed its id from \(id) to \(actual) in place; it stays under \(id).

        Remove it, and insert it again under its new id.
        """)
    }
  }
}

extension IdentifiedArray: Sendable where Element: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage == rhs.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomReflectable {
  package var description: String { elements.description }

  package var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage.values, displayStyle: .collection)
  }
}

// Not a `MutableCollection`: its algorithms write elements one by one, and two would temporarily
// have the same id.
extension IdentifiedArray: RandomAccessCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { storage.count }

  package subscript(position: Int) -> Element { storage.values[position] }
}

extension IdentifiedArray {
  /// Appends an element unless its id is already present.
  ///
  /// - Complexity: Expected amortised O(1).
  @discardableResult
  package mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Inserts an element unless its id is already present.
  ///
  /// - Complexity: O(`count` − `index`).
  @discardableResult
  package mutating func insert(
    _ element: Element, at index: Int
  ) -> (inserted: Bool, index: Int) {
    let id = element.id
    if let existing = storage.index(forKey: id) { return (false, existing) }
    if index == storage.count {
      storage[id] = element
    } else {
      storage.updateValue(element, forKey: id, insertingAt: index)
    }
    return (true, index)
  }

  /// Inserts the elements whose ids are not yet present, in order, before the element at a
  /// position; among elements with the same id, the first is used.
  ///
  /// - Complexity: Expected O(`count` − `index` + *k*), where *k* is the number of elements.
  package mutating func insert(contentsOf elements: some Sequence<Element>, at index: Int) {
    let fresh = elements.filter { storage.index(forKey: $0.id) == nil }
    guard !fresh.isEmpty else { return }
    let following = Array(storage.elements[index...])
    storage.removeLast(following.count)
    for element in fresh { append(element) }
    for (id, element) in following { storage[id] = element }
  }

  /// Removes the element with an id.
  ///
  /// - Complexity: O(`count`).
  @discardableResult
  package mutating func remove(id: Element.ID) -> Element? {
    storage.removeValue(forKey: id)
  }

  package mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    try storage.removeAll { try shouldBeRemoved($0.value) }
  }
}
