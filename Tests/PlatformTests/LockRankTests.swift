import Platform
import Testing

@Suite struct LockRankTests {
  @Test func onlyHigherRanksMayBeTaken() {
    let desk: UInt = 1 << LockRank.jobQueue.rawValue
    let fetch: UInt = 1 << LockRank.remoteFetch.rawValue
    #expect(LockRank.fixture.obstacle(among: 0) == nil)
    #expect(LockRank.leaf.obstacle(among: desk | fetch) == nil)
    #expect(LockRank.broadcastTurn.obstacle(among: desk) == nil)
    #expect(LockRank.broadcastTurn.obstacle(among: desk | fetch) == .remoteFetch)
    #expect(LockRank.jobQueue.obstacle(among: desk) == .jobQueue)
  }

  @Test func locksCanBeTakenInOrder() {
    let outer = Lock(1, rank: .jobQueue)
    let inner = Lock(2)
    let sum = outer.withLock { outer in inner.withLock { $0 + outer } }
    #expect(sum == 3)
    #expect(inner.withLock { $0 } + outer.withLock { $0 } == 3)
  }

  #if DEBUG
    @Test func locksOutOfOrderCrash() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        Lock(1).withLock { _ in Lock(2, rank: .jobQueue).withLock { _ in } }
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains("rank jobQueue is taken while one of rank leaf is held"))
    }
  #endif
}
