import Models
import TestSupport
import Testing

@testable import FeedCore

/// The small data structures of the index.
@Suite struct IndexPartsTests {
  @Test func itemSetBehavesLikeASet() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var set = ItemSet()
      var wanted: Set<Int> = []
      let limit = generator.pick([1, 63, 64, 65, 300])
      for _ in 0..<generator.int(0..<200) {
        let number = generator.int(0..<limit)
        set[number] = generator.chance(0.6)
        if set[number] { wanted.insert(number) } else { wanted.remove(number) }
        #expect(set[number] == wanted.contains(number), "seed \(seed)")
      }
      #expect(
        (0..<400).filter { set[$0] } == wanted.sorted(), "seed \(seed), up to \(limit)")
    }
  }

  @Test func removingFromAnEmptySetLeavesItEmpty() {
    var set = ItemSet()
    set[1_000] = false
    #expect(set == ItemSet())
  }

  @Test func lowerBoundIsTheFirstNotBelow() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let numbers = (0..<generator.int(0..<20)).map { _ in UInt32(generator.int(0..<30)) }.sorted()
      let number = UInt32(generator.int(0..<31))
      let wanted = numbers.firstIndex { $0 >= number } ?? numbers.count
      let found = numbers.prefixEnd(where: { $0 < number })
      #expect(found == wanted, "seed \(seed): \(number) of \(numbers)")
    }
  }

  // MARK: Ranks

  @Test func largestValuesRankFirst() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    func value() -> Double {
      generator.chance(0.2)
        ? generator.pick([0, -0.0, 1, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
        : Double.random(in: -1e3...1e3, using: &generator)
    }
    for _ in 0..<5_000 {
      let (first, second) = (value(), value())
      for isReversed in [false, true] {
        let ranks = [first, second].map { OrderRank.most($0, isReversed: isReversed) }
        #expect(ranks.allSatisfy { $0 < OrderRank.last }, "seed \(seed)")
        let isBefore = isReversed ? first < second : first > second
        #expect((ranks[0] < ranks[1]) == isBefore, "seed \(seed): \(first), \(second)")
        #expect((ranks[0] == ranks[1]) == (first == second), "seed \(seed): \(first), \(second)")
      }
    }
  }

  @Test func shuffleDependsOnlyOnItsSeed() {
    let names = (0..<1_000).map { Array("clip \($0).mp4".utf8) }
    func order(_ seed: UInt64, isReversed: Bool = false) -> [Int] {
      let ranks = names.map { OrderRank.chance(seed: seed, $0, isReversed: isReversed) }
      #expect(Set(ranks).count == names.count && !ranks.contains(OrderRank.last))
      return names.indices.sorted { ranks[$0] < ranks[$1] }
    }
    #expect(order(7) == order(7))
    #expect(order(7, isReversed: true) == order(7).reversed())
    #expect(order(7) != order(8))
    // Neighbours by name are scattered: few are still adjacent.
    let neighbours = zip(order(7), order(7).dropFirst()).count { abs($0 - $1) == 1 }
    #expect(neighbours < 20)
  }
}
