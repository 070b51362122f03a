import Models
import TerminalCore
import Testing

@testable import TerminalUI

@Suite struct TileMotionTests {
  private let ids = (0..<4).map { ItemID(rawValue: $0) }

  @Test func tilesTurnOneAfterTheOther() {
    var motion = TileMotion()
    motion.rest(at: 0)
    #expect(motion.advance(ids, every: 0.15, at: 0.5) == [])
    #expect(motion.advance(ids, every: 0.15, at: 0.6) == [ids[0]])
    #expect(motion.advance(ids, every: 0.15, at: 0.7) == [])
    #expect(motion.advance(ids, every: 0.15, at: 0.76) == [ids[1]])
    #expect(motion.advance(ids, every: 0.15, at: 1.06) == [ids[2], ids[3]])
    #expect(motion.advance(ids, every: 0.15, at: 1.25) == [ids[0]])
    #expect(ids.map(motion.turn) == [2, 1, 1, 1])
  }

  /// What was missed is not made up for, and each turns once at most.
  @Test func lateLookTurnsEachOnce() {
    var motion = TileMotion()
    #expect(motion.advance(ids, every: 0.15, at: 1e6).count == 4)
    #expect(motion.advance(ids, every: 0.15, at: 1e6 + 0.05) == [])
    #expect(motion.isUnderWay)
    #expect(motion.advance([], every: 0.15, at: 2e6) == [])
    #expect(!motion.isUnderWay)
    #expect(motion.advance(ids, every: 0, at: 2e6) == [])
  }

  @Test func otherTilesBeginWithTheirFirstPicture() {
    var motion = TileMotion()
    _ = motion.advance(ids, every: 0.15, at: 1)
    let others = [ids[3], ItemID(rawValue: 9)]
    #expect(motion.advance(others, every: 0.3, at: 9).count == 2)
    #expect(motion.turn(of: ids[1]) == 0)
  }

  @Test func linkSetsThePace() {
    func interval(_ throughput: Double) -> Double? {
      var link = LinkStatistics()
      link.throughput = throughput
      return TileMotion.interval(count: 20, bytes: 3_000, link: link)
    }
    #expect(interval(.infinity) == 0.03)
    #expect(interval(1e6) == 0.03)
    #expect(interval(250_000) == 0.048)
    // Each would show an image for more than 4.8 s.
    #expect(interval(49_000) == nil)
    #expect(interval(0) == nil)
    #expect(TileMotion.interval(count: 0, bytes: 3_000, link: LinkStatistics()) == nil)
  }
}
