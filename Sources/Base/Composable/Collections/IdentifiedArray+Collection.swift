import IssueReporting
import OrderedCollections

// Not a `MutableCollection`: its algorithms write elements one by one, and for a moment two would
// have the same id.
extension IdentifiedArray: RandomAccessCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { storage.count }

  /// The element at a position. An element assigned here must have the id of the one it replaces,
  /// or one that is not in the collection; another is reported and ignored.
  package subscript(position: Int) -> Element {
    get { storage.values[position] }
    set {
      let id = newValue[keyPath: idPath]
      if id == storage.keys[position] {
        storage.values[position] = newValue
      } else if storage[id] == nil {
        storage.remove(at: position)
        storage.updateValue(newValue, forKey: id, insertingAt: position)
      } else {
        reportIssue("An element of id \(id) is in the collection already, at another position.")
      }
    }
  }
}

extension IdentifiedArray {
  /// Exchanges two elements.
  package mutating func swapAt(_ first: Int, _ second: Int) {
    storage.swapAt(first, second)
  }

  /// Brings the elements into a random order.
  package mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
  }

  /// Appends an element unless there is one of its id.
  ///
  /// - Complexity: Expected amortised O(1).
  @discardableResult
  package mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Appends those elements whose ids are not there yet.
  package mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements {
      append(element)
    }
  }

  /// Inserts an element unless there is one of its id.
  ///
  /// - Complexity: O(`count` − `index`).
  @discardableResult
  package mutating func insert(
    _ element: Element, at index: Int
  ) -> (inserted: Bool, index: Int) {
    let id = element[keyPath: idPath]
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
    let fresh = elements.filter { storage.index(forKey: $0[keyPath: idPath]) == nil }
    guard !fresh.isEmpty else { return }
    let following = Array(storage.elements[index...])
    storage.removeLast(following.count)
    append(contentsOf: fresh)
    for (id, element) in following { storage[id] = element }
  }

  /// Replaces the element of the same id, or appends; returns what was replaced.
  @discardableResult
  package mutating func updateOrAppend(_ element: Element) -> Element? {
    storage.updateValue(element, forKey: element[keyPath: idPath])
  }

  /// Removes the element of an id.
  ///
  /// - Complexity: O(`count`).
  @discardableResult
  package mutating func remove(id: ID) -> Element? {
    storage.removeValue(forKey: id)
  }

  /// Removes the element at a position.
  @discardableResult
  package mutating func remove(at index: Int) -> Element {
    storage.remove(at: index).value
  }

  /// Removes the elements that fulfil a condition.
  package mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    try storage.removeAll { try shouldBeRemoved($0.value) }
  }

  /// Removes everything.
  package mutating func removeAll(keepingCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The elements that fulfil a condition.
  package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.removeAll { try !isIncluded($0) }
    return result
  }

  /// Brings the elements into the order of `areInIncreasingOrder`.
  package mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try storage.sort { try areInIncreasingOrder($0.value, $1.value) }
  }
}
