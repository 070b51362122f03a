import Models
import TestSupport
import Testing

@testable import MediaCore

@Suite struct PreloadRankerTests {
  private func stages(
    budget: Int, current: Int?, _ memory: [Int?], isHurried: Bool = false,
    ready: Set<Int> = [], posters: Int = .max
  ) -> [PreloadStage] {
    PreloadRanker.stages(
      budget: budget << 20, currentMemory: current.map { $0 << 20 },
      neighbours: memory.enumerated().map { index, memory in
        (ready.contains(index) ? .ready : .closed, memory.map { $0 << 20 })
      }, isHurried: isHurried, posterLimit: posters)
  }

  @Test func neighboursInBothDirectionsAreOpen() {
    #expect(
      stages(budget: 256, current: 30, [nil, nil, nil, nil]) == [.ready, .ready, .poster, .poster])
  }

  @Test func whatExceedsTheBudgetStaysAPoster() {
    #expect(stages(budget: 256, current: 30, [200, 100]) == [.ready, .poster])
    #expect(stages(budget: 256, current: 30, [300, 100]) == [.poster, .ready])
    #expect(stages(budget: 256, current: 400, [10, 10]) == [.poster, .poster])
  }

  @Test func fastSwipingOpensNothingNew() {
    #expect(
      stages(budget: 256, current: 30, [nil, nil, nil], isHurried: true, ready: [1])
        == [.poster, .ready, .poster])
  }

  @Test func framesFitTheBudget() {
    #expect(
      stages(budget: 256, current: 30, [nil, nil, nil, nil], posters: 3)
        == [.ready, .ready, .poster, .closed])
    #expect(
      stages(budget: 0, current: 30, [nil, nil, nil], posters: 0) == [.poster, .poster, .closed])
  }

  @Test(arguments: Fuzz.seeds(100))
  func neverPlansMoreThanTheBudget(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let budget = Int.random(in: 0..<500, using: &random)
    let current = Int.random(in: 0..<300, using: &random)
    let memory = (0..<8).map { _ in Int.random(in: 1..<200, using: &random) }
    let planned = zip(memory, stages(budget: budget, current: current, memory))
      .filter { $1 >= .opened }.reduce(0) { $0 + $1.0 }
    #expect(planned == 0 || planned + current <= budget, "seed \(seed)")
  }
}

@Suite struct SwipePaceTests {
  @Test func twoQuickSwipesAreFast() {
    var pace = SwipePace()
    #expect(pace.hurryEnd(at: 0) == nil)
    pace.swipe(at: 1)
    #expect(pace.hurryEnd(at: 1) == nil)
    pace.swipe(at: 1.2)
    #expect(pace.hurryEnd(at: 1.25).map { abs($0 - 1.2 - 1.0 / 3) < 1e-9 } == true)
    #expect(pace.hurryEnd(at: 1.6) == nil)
    pace.swipe(at: 2)
    #expect(pace.hurryEnd(at: 2) == nil)
  }
}

@Suite struct RecencyCacheTests {
  @Test func leastRecentlyUsedGoFirst() {
    var cache = RecencyCache<Int, String>(countLimit: 10, byteLimit: 100)
    #expect(cache.use(1, "a", bytes: 40).isEmpty)
    #expect(cache.use(2, "b", bytes: 40).isEmpty)
    #expect(cache.use(1, "c", bytes: 40).isEmpty)
    #expect(cache.use(3, "d", bytes: 40) == ["b"])
    #expect(cache[1] == "c" && cache[2] == nil && cache[3] == "d")
    #expect(cache.bytes == 80)
  }

  @Test func lastOneStays() {
    var cache = RecencyCache<Int, String>(countLimit: 10, byteLimit: 100)
    #expect(cache.use(1, "a", bytes: 1000).isEmpty)
    #expect(cache.use(2, "b", bytes: 1000) == ["a"])
    cache.remove(2)
    #expect(cache.count == 0 && cache.bytes == 0)
  }

  @Test(arguments: Fuzz.seeds(20))
  func limitsAlwaysHold(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 1...20, using: &random)
    var cache = RecencyCache<Int, Int>(countLimit: limit, byteLimit: 500)
    var bytes: [Int: Int] = [:]
    for _ in 0..<500 {
      let key = Int.random(in: 0..<40, using: &random)
      bytes[key] = Int.random(in: 0..<200, using: &random)
      for evicted in cache.use(key, key, bytes: bytes[key] ?? 0) { bytes[evicted] = nil }
      #expect(cache[key] == key, "seed \(seed)")
      #expect(cache.count == bytes.count && cache.count <= limit, "seed \(seed)")
      #expect(cache.bytes == bytes.values.reduce(0, +), "seed \(seed)")
      #expect(cache.bytes <= 500 || cache.count == 1, "seed \(seed)")
    }
  }
}

@Suite struct ResamplingTests {
  @Test func nearestPixelIsTaken() {
    let small = PixelBuffer(size: PixelSize(width: 2, height: 2), pixels: [1, 2, 3, 4])
    let large = small.resampled(to: PixelSize(width: 4, height: 4))
    #expect(
      large.withPixels(Array.init) == [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4])
    let back = large.resampled(to: small.size)
    #expect(back.withPixels(Array.init) == [1, 2, 3, 4])
  }

  @Test func otherRegionIsRead() {
    // The middle half of a frame, of which the left half is wanted.
    let middle = FrameRegion(x: 0.25, y: 0, width: 0.5, height: 1)
    let left = FrameRegion(x: 0, y: 0, width: 0.5, height: 1)
    let pixels = PixelBuffer(size: PixelSize(width: 4, height: 1), pixels: [1, 2, 3, 4])
    let moved = pixels.resampled(
      to: PixelSize(width: 4, height: 1), showing: left, from: middle)
    #expect(moved.withPixels(Array.init) == [1, 1, 1, 2])
  }

  @Test func emptyFramesAreHarmless() {
    let empty = PixelBuffer(size: PixelSize(width: 0, height: 0))
    #expect(empty.resampled(to: PixelSize(width: 1, height: 2)).withPixels(Array.init) == [0, 0])
  }
}
