import Models
import TestSupport
import Testing

@testable import MediaCore

@Suite struct PreloadRankerTests {
  private typealias Candidate = PreloadRanker.Candidate

  private func stages(
    budget: Int, current: Int?, _ memory: [Int?], isHurried: Bool = false,
    warm: Set<Int> = []
  ) -> [PreloadStage] {
    let candidates = memory.enumerated().map {
      Candidate(
        id: PlayerID(rawValue: $0), stage: warm.contains($0) ? .warm : .closed, memory: $1)
    }
    return PreloadRanker(budget: budget << 20)
      .targets(
        currentMemory: current.map { $0 << 20 },
        neighbours: candidates.map {
          Candidate(id: $0.id, stage: $0.stage, memory: $0.memory.map { $0 << 20 })
        }, isHurried: isHurried
      ).map(\.stage)
  }

  @Test func theNextInBothDirectionsAreWarm() {
    #expect(
      stages(budget: 256, current: 30, [nil, nil, nil, nil]) == [.warm, .warm, .poster, .poster])
  }

  @Test func whatDoesNotFitStaysAPoster() {
    #expect(stages(budget: 256, current: 30, [200, 100]) == [.warm, .poster])
    #expect(stages(budget: 256, current: 30, [300, 100]) == [.poster, .warm])
    #expect(stages(budget: 256, current: 400, [10, 10]) == [.poster, .poster])
  }

  @Test func inAHurryOnlyWhatIsWarmStaysWarm() {
    #expect(
      stages(budget: 256, current: 30, [nil, nil, nil], isHurried: true, warm: [1])
        == [.opened, .warm, .poster])
  }

  @Test(arguments: 0..<100)
  func neverPlansMoreThanTheBudget(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let budget = Int.random(in: 0..<500, using: &random)
    let current = Int.random(in: 0..<300, using: &random)
    let memory = (0..<8).map { _ in Int.random(in: 1..<200, using: &random) }
    let planned = zip(memory, stages(budget: budget, current: current, memory))
      .filter { $1 >= .opened }.reduce(0) { $0 + $1.0 }
    #expect(planned == 0 || planned + current <= budget, "seed \(seed)")
  }
}

@Suite struct SwipePaceTests {
  @Test func twoQuickSwipesAreAHurry() {
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

@Suite struct PosterShelfTests {
  @Test func theLongestUnusedGoFirst() {
    var shelf = PosterShelf(byteLimit: 100)
    #expect(shelf.use(PlayerID(rawValue: 1), bytes: 40).isEmpty)
    #expect(shelf.use(PlayerID(rawValue: 2), bytes: 40).isEmpty)
    #expect(shelf.use(PlayerID(rawValue: 1), bytes: 40).isEmpty)
    #expect(shelf.use(PlayerID(rawValue: 3), bytes: 40) == [PlayerID(rawValue: 2)])
    #expect(shelf.ids == [PlayerID(rawValue: 1), PlayerID(rawValue: 3)])
  }

  @Test func oneAlwaysStays() {
    var shelf = PosterShelf(byteLimit: 100)
    #expect(shelf.use(PlayerID(rawValue: 1), bytes: 1000).isEmpty)
    #expect(shelf.use(PlayerID(rawValue: 2), bytes: 1000) == [PlayerID(rawValue: 1)])
    shelf.remove(PlayerID(rawValue: 2))
    #expect(shelf.ids.isEmpty)
  }

  @Test func theirNumberIsBounded() {
    var shelf = PosterShelf()
    var evicted = 0
    for id in 0..<1000 { evicted += shelf.use(PlayerID(rawValue: id), bytes: 1).count }
    #expect(shelf.ids.count == PosterShelf.countLimit)
    #expect(evicted == 1000 - PosterShelf.countLimit)
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

  @Test func emptyPicturesAreHarmless() {
    let empty = PixelBuffer(size: PixelSize(width: 0, height: 0))
    #expect(empty.resampled(to: PixelSize(width: 1, height: 2)).withPixels(Array.init) == [0, 0])
  }
}
