import Composable
import OrderedCollections
import TestSupport
import Testing

@Suite struct IdentifiedArrayTests {
  private struct Element: Equatable, Hashable, Identifiable, Sendable {
    var id: Int
    var value = 0
  }

  @Test func duplicateIDsAreIgnored() {
    var array: IdentifiedArray<Element> = [
      Element(id: 1, value: 1), Element(id: 2, value: 1), Element(id: 1, value: 2),
    ]
    #expect(array.elements == [Element(id: 1, value: 1), Element(id: 2, value: 1)])
    #expect(array.append(Element(id: 2, value: 9)) == (false, 1))
    #expect(array.insert(Element(id: 1, value: 9), at: 2) == (false, 0))
    #expect(array.map(\.value) == [1, 1])
  }

  @Test func subscriptByIDReadsUpdatesAppendsAndRemoves() {
    var array: IdentifiedArray<Element> = [Element(id: 1)]
    array[id: 1]?.value = 5
    #expect(array[id: 1] == Element(id: 1, value: 5))
    array[id: 2]?.value = 5
    #expect(array.count == 1)
    array[id: 2] = Element(id: 2)
    #expect(array.ids == [1, 2])
    array[id: 1] = nil
    #expect(array.ids == [2])
    #expect(array[id: 1] == nil)
    #expect(array.contains(id: 2) && !array.contains(id: 1))
    #expect(array.index(id: 2) == 0)
  }

  @Test @MainActor func changingAnIDInPlaceIsReported() async {
    await expectIssue("changed its id from 1 to 2 in place") {
      var array: IdentifiedArray<Element> = [Element(id: 1)]
      array[id: 1]?.id = 2
    }
    await expectIssue("changed its id from 1 to 2 in place") {
      var array: IdentifiedArray<Element> = [Element(id: 1)]
      array.update(id: 1) { $0.id = 2 }
    }
  }

  @Test func elementsAreChangedInPlace() {
    struct Large: Equatable, Identifiable {
      let id: Int
      var values: [Int]
    }
    var array: IdentifiedArray<Large> = [Large(id: 1, values: Array(0..<100))]
    func address() -> UnsafeRawPointer? {
      array[id: 1]?.values.withUnsafeBytes { $0.baseAddress }
    }
    let before = address()
    array[id: 1]?.values[0] = 9
    array.update(id: 1) { $0.values[1] = 9 }
    #expect(address() == before)
  }

  @Test func equalityAndHashDependOnElementsAndOrder() {
    let first: IdentifiedArray<Element> = [Element(id: 1), Element(id: 2)]
    let second: IdentifiedArray<Element> = [Element(id: 2), Element(id: 1)]
    #expect(first != second)
    #expect(first == IdentifiedArray(uniqueElements: [Element(id: 1), Element(id: 2)]))
    #expect(Set([first, first, second]).count == 2)
    #expect("\(first)" == "\(first.elements)")
  }

  @Test func insertingManySkipsExistingIDsAndKeepsOrder() {
    var array: IdentifiedArray<Element> = [Element(id: 1), Element(id: 2), Element(id: 3)]
    array.insert(
      contentsOf: [
        Element(id: 4), Element(id: 3, value: 9), Element(id: 5), Element(id: 4, value: 9),
      ], at: 1)
    #expect(array.map(\.id) == [1, 4, 5, 2, 3])
    #expect(array.allSatisfy { $0.value == 0 })
    array.insert(contentsOf: [Element(id: 6), Element(id: 1)], at: 5)
    #expect(array.map(\.id) == [1, 4, 5, 2, 3, 6])
    array.insert(contentsOf: [Element(id: 6, value: 9)], at: 0)
    #expect(array.map(\.id) == [1, 4, 5, 2, 3, 6])
  }

  // Inserting one by one would move all following elements each time, which takes minutes.
  @Test func insertingManyAtTheFrontIsLinear() {
    let count = 30_000
    var array = IdentifiedArray(uniqueElements: (0..<count).map { Element(id: $0) })
    array.insert(contentsOf: (count..<2 * count).map { Element(id: $0) }, at: 0)
    #expect(array.ids.elementsEqual(Array(count..<2 * count) + Array(0..<count)))
    #expect(array.index(id: 0) == count)
  }

  /// Random changes have the same result as on a plain array with linear search.
  @Test(arguments: Fuzz.seeds(20)) func behavesLikeAnArrayWithUniqueIDs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var array: IdentifiedArray<Element> = []
    var model: [Element] = []
    for step in 0..<300 {
      let id = Int.random(in: 0..<12, using: &generator)
      let element = Element(id: id, value: step)
      let modelIndex = model.firstIndex { $0.id == id }
      let position = Int.random(in: 0...model.count, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0, 1:
        array.append(element)
        if modelIndex == nil { model.append(element) }
      case 2, 3:
        array.insert(element, at: position)
        if modelIndex == nil { model.insert(element, at: position) }
      case 4, 5:
        array[id: id] = element
        if let modelIndex { model[modelIndex] = element } else { model.append(element) }
      case 6:
        array[id: id]?.value += 1
        if let modelIndex { model[modelIndex].value += 1 }
      case 7:
        #expect(array.remove(id: id) == modelIndex.map { model.remove(at: $0) })
      case 8:
        array[id: id] = nil
        if let modelIndex { model.remove(at: modelIndex) }
      case 9, 10:
        let ids = (0..<6).map { _ in Int.random(in: 0..<12, using: &generator) }
        array.insert(contentsOf: ids.map { Element(id: $0, value: step) }, at: position)
        var target = position
        for id in ids where !model.contains(where: { $0.id == id }) {
          model.insert(Element(id: id, value: step), at: target)
          target += 1
        }
      default:
        array.removeAll { $0.value.isMultiple(of: 7) }
        model.removeAll { $0.value.isMultiple(of: 7) }
      }
      #expect(array.elements == model, "seed \(seed), step \(step)")
      #expect(Array(array.ids) == model.map(\.id), "seed \(seed), step \(step)")
      #expect(array[id: id] == model.first { $0.id == id }, "seed \(seed), step \(step)")
      #expect(array.index(id: id) == model.firstIndex { $0.id == id }, "seed \(seed)")
    }
  }
}
