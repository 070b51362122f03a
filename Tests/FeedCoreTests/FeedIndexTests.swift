import FeedCore
import Models
import TestSupport
import Testing

@Suite struct FeedIndexTests {
  /// An index of the files of one folder, placed in natural order.
  private func index(_ names: [String], isComplete: Bool = true) -> FeedIndex {
    var index = FeedIndex()
    let folder = index.table.addFolder(FilePath("/f"))
    for name in names {
      addFile(name, in: folder, to: &index.table)
      index.place(index.number(row: index.table.count - 1))
    }
    index.setComplete(isComplete)
    return index
  }

  private func addFile(
    _ name: String, in folder: Int, section: Int = 0, to table: inout ItemTable
  ) {
    Array(name.utf8).withUnsafeBufferPointer { table.addFile($0, in: folder, section: section) }
  }

  private func names(_ items: [FeedItem]) -> [String] { items.map { $0.title.string } }

  @Test func foldersAreSections() {
    var index = FeedIndex()
    let root = index.table.addFolder(FilePath("/clips"))
    let trip = index.table.addFolder(FilePath("/clips/trip"), in: root)
    let night = index.table.addFolder(FilePath("/clips/trip/night\u{1B}"), in: trip)
    let files = [("a", root), ("a1", root), ("b", trip), ("c", trip), ("d", night), ("e2", night)]
    for (name, folder) in files {
      addFile(name, in: folder, to: &index.table)
      index.place(index.number(row: index.table.count - 1))
    }
    index.setComplete(true)
    #expect(
      index.sections(.none) == [
        FeedSection(.title("clips/"), start: 0, count: 2),
        FeedSection(.title("trip/"), start: 2, count: 2),
        FeedSection(.title("trip/night\u{FFFD}/"), start: 4, count: 2),
      ])
    index.select(FeedFilter(text: "2"))
    // One folder needs no name.
    #expect(index.sections(FeedFilter(text: "2")) == [])
    #expect(self.index(["a", "b"]).sections(.none) == [])
    #expect(FeedIndex().sections(.none) == [])
  }

  @Test func playlistsAreSections() {
    var index = FeedIndex()
    index.table.listNames = [1: "a.m3u", 3: "b.m3u"]
    let folder = index.table.addFolder(FilePath("/clips"))
    for (number, argument) in [1, 1, 2, 2, 3, 3].enumerated() {
      addFile("\(number)", in: folder, section: argument, to: &index.table)
      index.place(index.number(row: number))
    }
    index.setComplete(true)
    #expect(
      index.sections(.none).map(\.name) == [.title("a.m3u"), .title("clips/"), .title("b.m3u")])
    #expect(index.sections(.none, by: .day) == [])
    #expect(index.sections(.none, by: .none) == [])
  }

  @Test(arguments: [false, true])
  func daysAreSections(isReversed: Bool) {
    var index = FeedIndex(sort: .date, isReversed: isReversed)
    let folder = index.table.addFolder(FilePath("/clips"))
    // An hour before and after midnight in a zone that is two hours ahead, and one before 1970.
    let dates: [Double?] = [21 * 3600, 23 * 3600, 23.5 * 3600, nil, -100_000]
    for number in dates.indices {
      addFile("\(number)", in: folder, to: &index.table)
      index.place(index.number(row: number))
    }
    index.setComplete(true)
    #expect(index.sections(.none, by: .day) == [], "not known yet")
    while let request = index.factRequest {
      let facts = request.ids.map { id in
        var facts = KnownFacts()
        facts.date = dates[id.rawValue]
        return facts
      }
      _ = index.take(facts, for: request)
    }
    let days: [(FeedSection.Name, Int)] = [(.day(1), 2), (.day(0), 1), (.day(-2), 1)]
    let expected = (isReversed ? days.reversed() : days) + [(.title(""), 1)]
    let sections = index.sections(.none, by: .day) { _ in 7200 }
    #expect(sections.map(\.name) == expected.map(\.0))
    #expect(sections.map(\.count) == expected.map(\.1))
    #expect(index.sections(.none) == [])
  }

  @Test func sectionsAreFoundByNumber() {
    let sections = [
      FeedSection(.title("a/"), start: 0, count: 2), FeedSection(.title("b/"), start: 2, count: 1),
    ]
    #expect([-1, 0, 1, 2, 9].map(sections.index) == [nil, 0, 0, 1, 1])
    #expect([FeedSection]().index(of: 0) == nil)
  }

  @Test func batchesContinueFromACursor() {
    let index = index((0..<10).map { "\($0)" })
    func page(
      _ cursor: FeedCursor, _ direction: FeedDirection = .forwards, inclusive: Bool = false
    ) -> [String] {
      guard
        case .page(let page) = index.answer(
          FeedBatchRequest(cursor, direction, limit: 3, isInclusive: inclusive))
      else { return ["?"] }
      return names(page.items) + (page.isLast ? ["."] : [])
    }
    #expect(page(.start) == ["0", "1", "2"])
    #expect(page(.start, .backwards) == ["."])
    #expect(page(.end) == ["."])
    #expect(page(.end, .backwards) == ["7", "8", "9"])
    #expect(page(.item(ItemID(rawValue: 4))) == ["5", "6", "7"])
    #expect(page(.item(ItemID(rawValue: 4)), inclusive: true) == ["4", "5", "6"])
    #expect(page(.item(ItemID(rawValue: 4)), .backwards) == ["1", "2", "3"])
    #expect(page(.item(ItemID(rawValue: 4)), .backwards, inclusive: true) == ["2", "3", "4"])
    #expect(page(.item(ItemID(rawValue: 1)), .backwards) == ["0", "."])
    #expect(page(.index(7), inclusive: true) == ["7", "8", "9", "."])
    #expect(page(.index(6)) == ["7", "8", "9", "."])
    #expect(page(.index(99)) == ["."])
    #expect(page(.index(99), .backwards) == ["7", "8", "9"])
    #expect(page(.index(-1), inclusive: true) == ["0", "1", "2"])
  }

  @Test func growingIndexGivesPartialBatches() {
    var index = index(["a", "b"], isComplete: false)
    let four = FeedBatchRequest(.start, limit: 4)
    guard case .partial(let page) = index.answer(four) else {
      Issue.record("expected a partial batch")
      return
    }
    #expect(names(page.items) == ["a", "b"])
    #expect(!page.isLast)
    #expect(index.answer(FeedBatchRequest(.item(ItemID(rawValue: 1)), limit: 1)) == .nothing)
    #expect(index.answer(FeedBatchRequest(.end, .backwards, limit: 1)) == .nothing)
    #expect(index.answer(FeedBatchRequest(.index(2), limit: 1)) == .nothing)
    index.setComplete(true)
    guard case .page(let last) = index.answer(four) else {
      Issue.record("expected a complete batch")
      return
    }
    #expect(names(last.items) == ["a", "b"])
    #expect(last.isLast)
  }

  @Test func placesAreCountedAmongMatches() {
    var index = index(["apple", "berry", "cherry", "date"], isComplete: false)
    let filter = FeedFilter(text: "RR")
    let unknown = index.places.place(of: ItemID(rawValue: 1), filter: filter)
    #expect(unknown == FeedPlace(number: nil, count: 0, total: 4, isGrowing: true))
    index.select(filter)
    func place(_ id: Int?, _ filter: FeedFilter) -> FeedPlace {
      index.places.place(of: id.map { ItemID(rawValue: $0) }, filter: filter)
    }
    #expect(place(2, filter) == FeedPlace(number: 2, count: 2, total: 4, isGrowing: true))
    #expect(place(0, filter).number == nil)
    #expect(place(nil, filter).count == 2)
    #expect(place(3, .none) == FeedPlace(number: 4, count: 4, total: 4, isGrowing: true))
    addFile("mirror", in: 0, to: &index.table)
    index.place(index.number(row: 4))
    index.setComplete(true)
    #expect(place(4, filter) == FeedPlace(number: 3, count: 3, total: 5, isGrowing: false))
    _ = index.delete([ItemID(rawValue: 1)])
    #expect(place(4, filter) == FeedPlace(number: 2, count: 2, total: 4, isGrowing: false))
    #expect(place(1, .none).number == nil)
    #expect(place(2, .none).number == 2)
  }

  @Test func noticesAreToldApart() {
    var index = index(["a", "b"], isComplete: false)
    let notice = FoundItem(kind: .notice(Notice(title: "The end", detail: "")))
    for name in [nil, "c", nil] {
      if let name {
        addFile(name, in: 0, to: &index.table)
      } else {
        index.table.addItem(notice, section: 0)
      }
      index.place(index.number(row: index.table.count - 1))
    }
    func notices(_ id: Int) -> [Int] {
      let place = index.places.place(of: ItemID(rawValue: id), filter: .none)
      return [place.noticesBefore, place.noticeCount, place.count]
    }
    #expect(notices(1) == [0, 2, 5] && notices(3) == [1, 2, 5])
    _ = index.delete([ItemID(rawValue: 2)])
    #expect(notices(3) == [0, 1, 4])
  }

  @Test func foldersOfATreeAreOrdered() {
    var index = FeedIndex()
    let root = index.table.addFolder(FilePath("/r"))
    let b2 = index.table.addFolder(FilePath("/r/b2"), in: root, letters: Array("b2".utf8))
    let b10 = index.table.addFolder(FilePath("/r/b10"), in: root, letters: Array("b10".utf8))
    let deep = index.table.addFolder(FilePath("/r/b2/a"), in: b2, letters: Array("b2/a".utf8))
    for (name, folder) in [("z", b10), ("y", deep), ("x", b2), ("w", root), ("v", deep)] {
      addFile(name, in: folder, section: 1, to: &index.table)
    }
    let changes = index.insert(rows: Array(0..<5))
    #expect(names(index.liveItems.compactMap { index.item($0) }) == ["w", "x", "v", "y", "z"])
    #expect(apply(changes, to: []) == index.liveItems)
    for (text, count) in [("b2av", 1), ("b2/a", 2), ("v a b2", 1), ("b2v", 0), ("2x", 1)] {
      index.select(FeedFilter(text: text))
      #expect(index.places.place(of: nil, filter: FeedFilter(text: text)).count == count)
    }
  }

  /// The items as seen by someone who only follows the changes.
  private func apply(_ changes: [FeedChange], to ids: [ItemID]) -> [ItemID] {
    var ids = ids
    for change in changes {
      switch change {
      case .delete(let id): ids.removeAll { $0 == id }
      case .insert(let item, after: nil): ids.insert(item.id, at: 0)
      case .insert(let item, after: let predecessor?):
        guard let index = ids.firstIndex(of: predecessor) else {
          Issue.record("inserted after a missing item")
          continue
        }
        ids.insert(item.id, at: index + 1)
      case .reload(let item): #expect(ids.contains(item.id))
      case .rearranged, .filteredOut, .counted: Issue.record("nothing is sorted")
      }
    }
    return ids
  }

  private func matches(_ filter: FeedFilter, _ name: String) -> Bool {
    filter.text.split(separator: " ").allSatisfy { name.contains($0) }
  }

  @Test func randomChangesKeepTheOrder() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      func name() -> String { "\(Int.random(in: 0...999, using: &generator))x" }
      func isBefore(_ left: String, _ right: String) -> Bool {
        NaturalOrder.areInIncreasingOrder(left.utf8, right.utf8)
      }
      var model = Set((0..<30).map { _ in name() })
      var index = index(model.sorted(by: isBefore))
      var followed = index.liveItems
      var deleted: [ItemID] = []
      for _ in 0..<30 {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          let new = Set((0..<3).map { _ in name() }).subtracting(model)
          let start = index.table.count
          for name in new { addFile(name, in: 0, to: &index.table) }
          followed = apply(index.insert(rows: Array(start..<index.table.count)), to: followed)
          model.formUnion(new)
        case 1:
          let gone = (0..<3).compactMap { _ in index.liveItems.randomElement(using: &generator) }
          model.subtract(names(gone.compactMap { index.item($0) }))
          followed = apply(index.delete(gone), to: followed)
          deleted += gone
        default:
          let new = Set(model.filter { _ in Bool.random(using: &generator) } + [name()])
          var table = ItemTable()
          let folder = table.addFolder(FilePath("/f"))
          for name in new.sorted(by: isBefore) { addFile(name, in: folder, to: &table) }
          let before = Set(index.liveItems)
          followed = apply(
            index.replace(with: table, sequence: Array(0..<table.count)), to: followed)
          #expect(Set(index.liveItems).intersection(before).count == model.intersection(new).count)
          deleted += before.subtracting(index.liveItems)
          model = new
        }
        let sorted = model.sorted(by: isBefore)
        #expect(followed == index.liveItems, "seed \(seed)")
        #expect(names(followed.compactMap { index.item($0) }) == sorted, "seed \(seed)")
        check(index, sorted, deleted, &generator, seed)
      }
    }
  }

  private func check(
    _ index: FeedIndex, _ names: [String], _ deleted: [ItemID],
    _ generator: inout SeededGenerator, _ seed: UInt64
  ) {
    var index = index
    let texts = ["", "1", "5", "12", "3 x", "x", "999"]
    let filter = FeedFilter(text: texts.randomElement(using: &generator) ?? "")
    index.select(filter)
    let ids = zip(index.liveItems, names).filter { matches(filter, $0.1) }.map { $0.0 }
    let limit = Int.random(in: 1...6, using: &generator)
    let isInclusive = Bool.random(using: &generator)
    let place = index.places.place(of: ids.last, filter: filter)
    #expect(place.count == ids.count && place.total == names.count, "seed \(seed)")
    #expect(place.number == (ids.isEmpty ? nil : ids.count), "seed \(seed)")
    func page(_ cursor: FeedCursor, _ direction: FeedDirection) -> [ItemID] {
      guard
        case .page(let page) = index.answer(
          FeedBatchRequest(
            cursor, direction, limit: limit, filter: filter, isInclusive: isInclusive))
      else { return [] }
      #expect(page.items.count == limit || page.isLast, "seed \(seed)")
      return page.items.map(\.id)
    }
    if let position = ids.indices.randomElement(using: &generator) {
      let start = isInclusive ? position : position + 1
      let end = isInclusive ? position + 1 : position
      for cursor in [FeedCursor.item(ids[position]), .index(position)] {
        #expect(page(cursor, .forwards) == Array(ids[start...].prefix(limit)), "seed \(seed)")
        #expect(page(cursor, .backwards) == ids[..<end].suffix(limit), "seed \(seed)")
      }
    }
    if let gone = deleted.randomElement(using: &generator) {
      // A deleted item is between two neighbours.
      let before = page(.item(gone), .backwards)
      let after = page(.item(gone), .forwards)
      let around = before + after
      guard let first = around.first, let index = ids.firstIndex(of: first) else {
        #expect(ids.isEmpty, "seed \(seed)")
        return
      }
      #expect(Array(ids[index...].prefix(around.count)) == around, "seed \(seed)")
    }
  }

  @Test func reorderingMovesAsFewItemsAsPossible() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    func table(_ numbers: [Int], text: String = "") -> ItemTable {
      var table = ItemTable()
      for number in numbers {
        let article = Article(title: CleanText("\(number)\(text)"), paragraphs: [])
        table.addItem(
          FoundItem(kind: .article(article), entry: .init(feed: "f", id: "\(number)")), section: 0)
      }
      return table
    }
    for _ in 0..<200 {
      var index = FeedIndex()
      let numbers = Array(0..<20)
      index.table = table(numbers)
      for row in numbers { index.place(index.number(row: row)) }
      let ids = index.liveItems
      #expect(index.replace(with: table(numbers), sequence: numbers) == [])
      var other = numbers
      let moved = other.remove(at: Int.random(in: 0..<20, using: &generator))
      other.insert(moved, at: Int.random(in: 0..<20, using: &generator))
      let changes = index.replace(with: table(other), sequence: numbers)
      #expect(changes.count == (other == numbers ? 0 : 2), "seed \(seed)")
      #expect(apply(changes, to: ids) == index.liveItems, "seed \(seed)")
      other.shuffle(using: &generator)
      let shuffled = index.liveItems
      let all = index.replace(with: table(other, text: "!"), sequence: numbers)
      #expect(apply(all, to: shuffled) == index.liveItems, "seed \(seed)")
      #expect(
        names(index.liveItems.compactMap { index.item($0) }) == other.map { "\($0)!" },
        "seed \(seed)")
      let reloads = all.count { if case .reload = $0 { true } else { false } }
      let deletions = all.count { if case .delete = $0 { true } else { false } }
      #expect(reloads + deletions == 20, "seed \(seed)")
    }
  }

  @Test func hundredThousandFilesAreFilteredQuickly() {
    var index = FeedIndex()
    let folder = index.table.addFolder(FilePath("/f"))
    for number in 0..<100_000 {
      addFile("Clip \(number) of the holidays.mp4", in: folder, to: &index.table)
      index.place(index.number(row: number))
    }
    index.setComplete(true)
    for text in ["9", "99", "999", "c99", "c99o the"] {
      index.select(FeedFilter(text: text))
      let count = (0..<100_000).count {
        text.contains("c") ? "\($0)".hasPrefix("99") : "\($0)".contains(text)
      }
      #expect(index.places.place(of: nil, filter: FeedFilter(text: text)).count == count)
    }
  }
}
