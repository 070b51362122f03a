import IssueReporting
import OrderedCollections

/// An ordered collection of elements with unique ids and constant-time access by id.
///
/// The ids are stored apart from the elements: changing an element leaves `ids` as they were, and
/// comparing the `ids` of two versions of one collection takes constant time unless elements
/// came, went or moved.
package struct IdentifiedArray<ID: Hashable & Sendable, Element> {
  var storage: OrderedDictionary<ID, Element>
  let idPath: any KeyPath<Element, ID> & Sendable

  /// Creates an empty collection of elements identified by `id`.
  package init(id: any KeyPath<Element, ID> & Sendable) {
    storage = [:]
    idPath = id
  }

  /// Creates a collection; of elements with the same id, the first is kept.
  package init(_ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    storage = OrderedDictionary(
      elements.lazy.map { ($0[keyPath: id], $0) }, uniquingKeysWith: { first, _ in first })
    idPath = id
  }

  /// The ids, in order.
  package var ids: OrderedSet<ID> { storage.keys }

  /// The elements as an array.
  package var elements: [Element] { Array(storage.values) }

  /// Whether there is an element of an id.
  ///
  /// - Complexity: Expected O(1).
  package func contains(id: ID) -> Bool { storage.index(forKey: id) != nil }

  /// The position of an element.
  ///
  /// - Complexity: Expected O(1).
  package func index(id: ID) -> Int? { storage.index(forKey: id) }

  /// The element of an id; setting it changes, appends or, with `nil`, removes.
  ///
  /// Changes happen in place: `items[id: id]?.title = "…"` copies nothing.
  ///
  /// - Complexity: Expected O(1); O(`count`) to remove.
  package subscript(id id: ID) -> Element? {
    get { storage[id] }
    _modify {
      defer { checkElement(of: id) }
      yield &storage[id]
    }
  }

  /// Calls `body` with the element of an id in place; `nil` when there is none.
  ///
  /// - Complexity: Expected O(1).
  package mutating func update<Result>(
    id: ID, _ body: (inout Element) throws -> Result
  ) rethrows -> Result? {
    guard let index = storage.index(forKey: id) else { return nil }
    defer { checkElement(of: id) }
    return try body(&storage.values[index])
  }

  private func checkElement(of id: ID) {
    guard let index = storage.index(forKey: id) else { return }
    let actual = storage.values[index][keyPath: idPath]
    if actual != id {
      reportIssue(
        """
        An element changed its id from \(id) to \(actual) in place; it stays under \(id).

        Remove it, and insert it again under its new id.
        """)
    }
  }
}

/// A collection of `Identifiable` elements.
package typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
where Element.ID: Sendable

extension IdentifiedArray: Sendable where Element: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage == rhs.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty collection.
  package init() {
    self.init(id: \.id)
  }

  /// Creates a collection; of elements with the same id, the first is kept.
  package init(uniqueElements elements: some Sequence<Element>) {
    self.init(elements, id: \.id)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  package init(arrayLiteral elements: Element...) {
    self.init(elements, id: \.id)
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomReflectable {
  package var description: String { elements.description }

  package var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage.values, displayStyle: .collection)
  }
}
