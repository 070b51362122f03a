import FeedCore
import TestSupport
import Testing

@Suite struct NaturalOrderTests {
  private func sorted(_ names: [String]) -> [String] {
    names.sorted { NaturalOrder.areInIncreasingOrder($0.utf8, $1.utf8) }
  }

  @Test(arguments: [
    ["2", "10"],
    ["clip2.mp4", "clip10.mp4", "clip100.mp4"],
    ["a", "B", "c"],
    ["IMG_1.MOV", "img_2.mov", "IMG_10.MOV"],
    ["clip.mp4", "clip 2.mp4", "clip-1.mp4", "clip1.mp4", "clips.mp4"],
    ["2024-1-2", "2024-1-10", "2024-02-01", "2024-12-01"],
    ["1.2.9.mp4", "1.2.10.mp4", "1.10.1.mp4"],
    ["", "0", "a"],
    ["a.avi", "a.mp4"],
    ["éa", "Éb", "éc"],
    ["s1e2", "S1E3", "s01e10", "s2e1"],
    [".hidden", ".hidden2"],
    ["x99999999999999999999.mp4", "x100000000000000000000.mp4"],
  ])
  func namesSortNaturally(_ names: [String]) {
    #expect(sorted(names.reversed()) == names)
    var generator = SeededGenerator(seed: Fuzz.seed)
    #expect(sorted(names.shuffled(using: &generator)) == names)
  }

  @Test func caseAndLeadingZerosOnlyBreakTies() {
    #expect(sorted(["a1", "A1", "a01", "A01"]) == ["A01", "A1", "a01", "a1"])
    #expect(sorted(["a01c", "a1b"]) == ["a1b", "a01c"])
    #expect(sorted(["B", "a", "A", "b"]) == ["A", "a", "B", "b"])
  }

  private func randomName(using generator: inout SeededGenerator) -> [UInt8] {
    let alphabets: [[UInt8]] = [
      Array("0123456789".utf8), Array("0aA.é9".utf8), Array(0...255), Array("01.".utf8),
    ]
    let alphabet = alphabets.randomElement(using: &generator) ?? []
    return (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      alphabet.randomElement(using: &generator) ?? 0
    }
  }

  @Test func orderIsTotal() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4_000 {
      let names = (0..<3).map { _ in randomName(using: &generator) }
      let (a, b, c) = (names[0], names[1], names[2])
      let before = NaturalOrder.areInIncreasingOrder(a, b)
      let after = NaturalOrder.areInIncreasingOrder(b, a)
      #expect([before, after, a == b].filter(\.self).count == 1, "seed \(seed): \(a) \(b)")
      #expect(!NaturalOrder.areInIncreasingOrder(a, a), "seed \(seed): \(a)")
      if before, NaturalOrder.areInIncreasingOrder(b, c) {
        #expect(NaturalOrder.areInIncreasingOrder(a, c), "seed \(seed): \(a) \(b) \(c)")
      }
    }
  }

  @Test func numbersCompareByValueAnywhere() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let digits = Int.random(in: 1...18, using: &generator)
      let bound = (0..<digits).reduce(1) { power, _ in power * 10 }
      let left = Int.random(in: 0..<bound, using: &generator)
      let right = Int.random(in: 0..<bound, using: &generator)
      guard left != right else { continue }
      let zeros = String(repeating: "0", count: Int.random(in: 0...4, using: &generator))
      let names = ("Take \(zeros)\(left) b.mp4", "take \(right) a.mp4")
      #expect(
        NaturalOrder.areInIncreasingOrder(names.0.utf8, names.1.utf8) == (left < right),
        "seed \(seed): \(names)")
    }
  }

  @Test func digitRunsMayExceed255Characters() {
    let lengths = [1, 2, 254, 255, 256, 509, 510, 511, 600]
    let names = lengths.map { "a" + String(repeating: "9", count: $0) + "z" }
    #expect(sorted(names.reversed()) == names)
  }

  @Test func sortKeysOrderLikeNames() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let alphabets: [[UInt8]] = [
      Array("019.aA".utf8), Array("01b.".utf8), Array(0...255), Array("aé.0".utf8),
    ]
    for _ in 0..<30_000 {
      let alphabet = alphabets.randomElement(using: &generator) ?? []
      func piece(_ length: Int) -> [UInt8] {
        (0..<Int.random(in: 0...length, using: &generator)).compactMap { _ in
          alphabet.randomElement(using: &generator)
        }
      }
      // Shortcuts are most likely to fail on names with much in common.
      let common = piece(6)
      let (left, right) = (common + piece(5), common + piece(5))
      let precedes = left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in NaturalOrder.precedes(left, right) }
      }
      #expect(
        precedes == NaturalOrder.areInIncreasingOrder(left, right), "seed \(seed): \(left) \(right)"
      )
    }
  }
}
