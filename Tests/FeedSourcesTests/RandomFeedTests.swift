import Clients
import FeedCore
import FeedSources
import Models
import TestSupport
import Testing

/// Random trees of files and random requests, compared with a sorted list.
@Suite struct RandomFeedTests {
  @Test func batchesOfARandomTreeMatchASortedList() async throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var names: Set<String> = ["0.mp4"]
    let parts = ["a", "B", "c 2", "c 10", "d.e"]
    for _ in 0..<120 {
      let depth = Int.random(in: 0...3, using: &generator)
      let way = (0..<depth).compactMap { _ in parts.randomElement(using: &generator) }
      let number = Int.random(in: 0...40, using: &generator)
      names.insert((way + ["x\(number).mp4"]).joined(separator: "/"))
    }
    for name in names { try folder.files(name) }
    let sorted = names.sorted { Self.isBefore($0, $1) }

    for isReversed in [false, true] {
      let expected = isReversed ? sorted.reversed() : sorted
      let opening = try open([folder.path]) { $0.isReversed = isReversed }
      #expect(opening.first.name(in: folder.path) == expected.first, "seed \(seed)")
      let client = opening.client
      var ids: [String: ItemID] = [:]
      for item in await ReadFeed(opening, limit: 7).items {
        ids[item.name(in: folder.path)] = item.id
      }
      #expect(ids.count == expected.count, "seed \(seed)")
      for _ in 0..<200 {
        let text =
          ["", "", "x1", "a/", "c2", "bx4", "B/x", "2 c*mp4", "zz"].randomElement(using: &generator)
          ?? ""
        let filter = FeedFilter(text: text)
        let list = expected.filter { FilterQuery(text).matches($0.utf8) }
        let limit = Int.random(in: 1...9, using: &generator)
        let isForwards = Bool.random(using: &generator)
        let position = list.indices.randomElement(using: &generator)
        let cursor: FeedCursor = position.flatMap { ids[list[$0]] }.map { .item($0) } ?? .start
        let request = FeedBatchRequest(
          cursor, isForwards ? .forwards : .backwards, limit: limit, filter: filter)
        let page = try await client.page(request).get()
        let part =
          isForwards
          ? Array(list.dropFirst(position.map { $0 + 1 } ?? 0).prefix(limit))
          : Array(list.prefix(position ?? 0).suffix(limit))
        #expect(page.items.map { $0.name(in: folder.path) } == part, "seed \(seed): \(request)")
        #expect(page.items.map(\.id) == part.map { ids[$0] }, "seed \(seed)")
        let place = client.place(part.first.flatMap { ids[$0] }, filter)
        #expect(place.count == list.count && place.total == expected.count, "seed \(seed)")
        #expect(place.number == part.first.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 })
      }
    }
  }

  /// Files before folders, both in natural order.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let left = left.split(separator: "/").map(String.init)
    let right = right.split(separator: "/").map(String.init)
    for (index, (leftPart, rightPart)) in zip(left, right).enumerated() {
      let leftIsFile = index == left.count - 1
      let rightIsFile = index == right.count - 1
      if leftIsFile != rightIsFile { return leftIsFile }
      if leftPart != rightPart {
        return NaturalOrder.areInIncreasingOrder(leftPart.utf8, rightPart.utf8)
      }
    }
    return false
  }

  @Test func concurrentRequestsAreAnswered() async throws {
    let folder = try TemporaryFolder()
    for index in 0..<300 { try folder.files("\(index % 7)/\(index).mp4") }
    let client = try open([folder.path]).client
    await withTaskGroup(of: Int.self) { group in
      for index in 0..<200 {
        group.addTask {
          let request = FeedBatchRequest(.index(index), limit: 3, isInclusive: true)
          guard case .success(let page) = await client.page(request) else { return -1 }
          return page.items.count
        }
      }
      for await count in group { #expect(count == 3) }
    }
  }
}
