import OrderedCollections

// Not a `MutableCollection`: its algorithms write elements one by one, and for a moment two would
// have the same id.
extension IdentifiedArray: RandomAccessCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { storage.count }

  package subscript(position: Int) -> Element { storage.values[position] }
}

extension IdentifiedArray {
  /// Appends an element unless there is one of its id.
  ///
  /// - Complexity: Expected amortised O(1).
  @discardableResult
  package mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Inserts an element unless there is one of its id.
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

  /// Inserts those elements whose ids are not there yet, in their order, in front of the element at
  /// a position; of elements with the same id, the first is taken.
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

  /// Removes the element of an id.
  ///
  /// - Complexity: O(`count`).
  @discardableResult
  package mutating func remove(id: Element.ID) -> Element? {
    storage.removeValue(forKey: id)
  }

  /// Removes the elements that fulfil a condition.
  package mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    try storage.removeAll { try shouldBeRemoved($0.value) }
  }
}
