import Models
import TestSupport
import Testing

@testable import FeedCore

@Suite struct FeedFactTests {
  /// An index of files `0`, `1`, … in order.
  private func index(_ count: Int, sort: OrderSort = .name) -> FeedIndex {
    var index = FeedIndex(sort: sort)
    let folder = index.table.addFolder(FilePath("/f"))
    add(count, to: &index, in: folder)
    index.setComplete(true)
    return index
  }

  private func add(_ count: Int, to index: inout FeedIndex, in folder: Int) {
    for number in index.table.count..<(index.table.count + count) {
      Array("\(number)".utf8).withUnsafeBufferPointer {
        index.table.addFile($0, in: folder, section: 0)
      }
      index.place(index.number(row: index.table.count - 1))
    }
  }

  private func numbers(_ index: FeedIndex) -> [Int] { index.liveItems.map(\.rawValue) }

  private func facts(_ change: (inout KnownFacts) -> Void) -> KnownFacts {
    var facts = KnownFacts()
    change(&facts)
    return facts
  }

  /// Answers all requests.
  private func read(
    _ index: inout FeedIndex, step: Int = .max, _ facts: (Int) -> KnownFacts
  ) -> [FeedChange] {
    var changes: [FeedChange] = []
    while let request = index.factRequest {
      changes += index.take(
        request.ids.prefix(step).map { facts($0.rawValue) }, for: request)
    }
    return changes
  }

  @Test func itemsAreSortedOnceAllAreKnown() {
    var index = index(600, sort: .duration)
    #expect(numbers(index) == Array(0..<600) && index.awaitsOrder)
    var request = index.factRequest
    #expect(request?.ids.count == 256 && request?.needs == .media)
    #expect(
      index.places.place(of: ItemID(rawValue: 4), filter: .none)
        == FeedPlace(
          number: 5, count: 600, total: 600, isGrowing: false,
          reading: FeedPlace.Reading(isSorting: true, done: 0, total: 600)))
    let changes = read(&index, step: 100) { number in facts { $0.duration = Double(number % 7) } }
    #expect(changes == [.rearranged] && !index.awaitsOrder)
    let expected = (0..<600).sorted { ($1 % 7, $0) < ($0 % 7, $1) }
    #expect(numbers(index) == expected)
    #expect(index.places.place(of: nil, filter: .none).reading == nil)
    // A late answer changes nothing.
    request = nil
    #expect(index.sortIfKnown() == [])
  }

  @Test func newItemsAreSortedIn() {
    var index = index(3, sort: .size)
    _ = read(&index) { number in facts { $0.size = number } }
    #expect(numbers(index) == [2, 1, 0])
    let row = index.table.count
    Array("new".utf8).withUnsafeBufferPointer { index.table.addFile($0, in: 0, section: 0) }
    #expect(index.insert(rows: [row]).count == 1)
    #expect(numbers(index) == [2, 1, 0, 3])
    #expect(read(&index) { _ in facts { $0.size = 1 } } == [.rearranged])
  }

  @Test func itemsWithoutTheFactComeLast() {
    var index = index(4, sort: .rediscover)
    let changes = read(&index) { number in
      facts {
        $0.isLiked = number != 0
        $0.seen = number == 2 ? nil : Double(number)
      }
    }
    // Never seen, then the one seen longest ago; those not liked at the end.
    #expect(changes == [.rearranged] && numbers(index) == [2, 1, 3, 0])
  }

  @Test func pagesWaitForWhatIsNotRead() {
    var index = index(600)
    let filter = FeedFilter(text: "is:seen")
    index.select(filter)
    let start = FeedBatchRequest(.start, limit: 3, filter: filter)
    #expect(index.answer(start) == .nothing)
    guard let request = index.factRequest else { return }
    let known = request.ids.prefix(5).map { id in
      facts { $0.seen = id.rawValue % 2 == 0 ? 1 : nil }
    }
    #expect(index.take(known, for: request) == [])
    // The same answer again is out of date.
    #expect(index.take(known, for: request) == [])
    guard case .page(let page) = index.answer(start) else {
      Issue.record("three matches are known")
      return
    }
    #expect(page.items.map(\.id.rawValue) == [0, 2, 4] && !page.isLast)
    let beyond = FeedBatchRequest(.item(ItemID(rawValue: 9)), limit: 1, filter: filter)
    #expect(index.answer(beyond) == .nothing)
    let back = FeedBatchRequest(.item(ItemID(rawValue: 9)), .backwards, limit: 1, filter: filter)
    #expect(index.answer(back) == .nothing)
    #expect(read(&index) { _ in KnownFacts() } == [])
    #expect(index.answer(beyond) == .page(FeedBatch(items: [], isLast: true)))
  }

  @Test func deletedItemsAreNotRead() {
    var index = index(4)
    index.select(FeedFilter(text: "is:unseen"))
    let request = index.factRequest
    _ = index.delete([ItemID(rawValue: 1), ItemID(rawValue: 3)])
    #expect(index.factRequest?.ids.map(\.rawValue) == [0, 2])
    // The answer to the request before.
    if let request { _ = index.take(request.ids.map { _ in KnownFacts() }, for: request) }
    _ = read(&index) { _ in KnownFacts() }
    #expect(index.places.place(of: nil, filter: FeedFilter(text: "is:unseen")).count == 2)
  }

  @Test func lateMatchIsReported() {
    var index = index(2)
    let filter = FeedFilter(text: "is:unseen")
    index.select(filter)
    _ = read(&index) { _ in KnownFacts() }
    add(1, to: &index, in: 0)
    #expect(read(&index) { _ in KnownFacts() } == [.rearranged])
  }

  @Test func onlyTheFilterInUseIsRead() {
    var index = index(2)
    index.select(FeedFilter(text: "codec:hevc"))
    #expect(index.factRequest?.needs == .media)
    index.select(.none)
    #expect(index.factRequest == nil)
    index.select(FeedFilter(text: "dur:x"))
    #expect(index.factRequest == nil)
    #expect(
      index.answer(FeedBatchRequest(.start, limit: 1, filter: FeedFilter(text: "dur:x")))
        == .page(FeedBatch(items: [], isLast: true)))
  }

  @Test func rereadFeedKeepsItsOrder() {
    var index = index(5, sort: .size)
    _ = read(&index) { number in facts { $0.size = number } }
    var table = ItemTable(isRanked: true)
    let folder = table.addFolder(FilePath("/f"))
    for number in 0..<5 {
      Array("\(number)".utf8).withUnsafeBufferPointer {
        table.addFile($0, in: folder, section: 0)
      }
    }
    table.copyRanks(from: index.table)
    let sequence = (0..<5).sorted { table.ranksBefore($0, $1) }
    #expect(index.replace(with: table, sequence: sequence) == [])
    // What a file is now is read again.
    #expect(
      read(&index) { number in facts { $0.size = number == 0 ? 9 : number } } == [.rearranged])
    #expect(numbers(index) == [0, 4, 3, 2, 1])
  }
}

/// Filters on what the user decides while they are in force.
@Suite struct ReconsiderTests {
  private let filter = FeedFilter(text: "is:unreviewed")

  private func index(_ count: Int) -> FeedIndex {
    var index = FeedIndex()
    let folder = index.table.addFolder(FilePath("/f"))
    for number in 0..<count {
      Array("\(number)".utf8).withUnsafeBufferPointer {
        index.table.addFile($0, in: folder, section: 0)
      }
      index.place(index.number(row: index.table.count - 1))
    }
    index.setComplete(true)
    return index
  }

  private func read(_ index: inout FeedIndex, judged: [Int: Review.Verdict]) -> [FeedChange] {
    var changes: [FeedChange] = []
    while let request = index.factRequest {
      let facts = request.ids.map { id in
        var facts = KnownFacts()
        facts.review.verdict = judged[id.rawValue]
        return facts
      }
      changes += index.take(facts, for: request)
    }
    return changes
  }

  private func ids(_ numbers: Int...) -> [ItemID] { numbers.map { ItemID(rawValue: $0) } }

  private func reviews(_ verdicts: [Int: Review.Verdict?]) -> [ItemID: Review] {
    Dictionary(
      uniqueKeysWithValues: verdicts.map { (ItemID(rawValue: $0), Review(verdict: $1)) })
  }

  private func matches(_ index: FeedIndex) -> [Int] {
    guard case .page(let page) = index.answer(FeedBatchRequest(.start, limit: 99, filter: filter))
    else { return [] }
    return page.items.map(\.id.rawValue)
  }

  @Test func judgedItemsLeaveTheFilterAndComeBack() {
    var index = index(5)
    index.select(filter)
    #expect(read(&index, judged: [1: .keep]) == [])
    #expect(matches(index) == [0, 2, 3, 4])
    #expect(index.reconsider(reviews([2: .reject, 4: nil])) == [])
    // Until that is known, both are in it.
    #expect(index.places.place(of: ItemID(rawValue: 4), filter: filter).number == 4)
    #expect(read(&index, judged: [2: .reject]) == [.filteredOut(ItemID(rawValue: 2), filter)])
    #expect(matches(index) == [0, 3, 4])
    #expect(index.places.place(of: ItemID(rawValue: 4), filter: filter).number == 3)
    #expect(index.places.place(of: ItemID(rawValue: 4), filter: filter).count == 3)
    _ = index.reconsider(reviews([1: nil, 2: nil]))
    #expect(read(&index, judged: [:]) == [.rearranged])
    #expect(matches(index) == [0, 1, 2, 3, 4])
  }

  @Test func verdictsAreCounted() {
    var index = index(6)
    #expect(index.places.place(of: ItemID(rawValue: 0), filter: .none).verdicts == nil)
    index.countVerdicts()
    #expect(read(&index, judged: [0: .keep, 1: .reject, 2: .reject]) == [.counted])
    #expect(
      index.places.place(of: ItemID(rawValue: 0), filter: .none).verdicts
        == VerdictCount(kept: 1, rejected: 2))
    #expect(index.reconsider(reviews([1: .keep, 3: nil]), isOnScreen: true) == [.counted])
    #expect(index.reconsider(reviews([1: .keep]), isOnScreen: true) == [])
    #expect(index.factRequest == nil)
    #expect(
      index.places.place(of: ItemID(rawValue: 0), filter: .none).verdicts
        == VerdictCount(kept: 2, rejected: 1))
    _ = index.delete(ids(0, 2, 5))
    #expect(
      index.places.place(of: ItemID(rawValue: 1), filter: .none).verdicts
        == VerdictCount(kept: 1, rejected: 0))
  }

  /// What is being read may be from before the verdict was saved.
  @Test func verdictDuringTheCountIsNotLost() throws {
    var index = index(3)
    index.countVerdicts()
    let request = try #require(index.factRequest)
    _ = index.reconsider(reviews([1: .keep]), isOnScreen: true)
    _ = index.take(request.items.map { KnownFacts($0, nil) }, for: request)
    _ = read(&index, judged: [1: .keep])
    #expect(
      index.places.place(of: ItemID(rawValue: 0), filter: .none).verdicts
        == VerdictCount(kept: 1, rejected: 0))
  }

  @Test func itemsAreFoundByTheirContent() {
    let index = index(3)
    func page(_ path: String) -> FeedIndex.Answer {
      index.answer(
        FeedBatchRequest(.content(.file(FilePath(path))), limit: 1, isInclusive: true))
    }
    guard case .page(let page1) = page("/f/1"), case .page(let none) = page("/f/9") else {
      Issue.record("both are known")
      return
    }
    #expect(page1.items.map(\.id.rawValue) == [1] && none.items.isEmpty)
  }
}
