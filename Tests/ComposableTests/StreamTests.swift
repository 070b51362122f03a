import AsyncAlgorithms
import Composable
import ComposableTesting
import Testing

/// Effects that read one or several streams.
@MainActor
@Suite struct StreamTests {
  private enum Status: Sendable, Equatable {
    case unknown
    case ready
  }

  private enum Action: Equatable {
    case start
    case stop
    case status(Status)
    case begin
    case allReady
  }

  private enum CancelID {
    case statuses
  }

  @Test func effectReadsAStreamUntilCancelled() async {
    let statuses = TestStream<Status>("statuses")
    let store = TestStore(initialState: [Status]()) {
      Reduce<[Status], Action> { state, action in
        switch action {
        case .start:
          return .run { send in
            for await status in statuses.stream() { await send(.status(status)) }
          }
          .cancellable(id: CancelID.statuses)
        case .stop:
          return .cancel(id: CancelID.statuses)
        case .status(let status):
          state.append(status)
          return .none
        case .begin, .allReady:
          return .none
        }
      }
    }
    await store.send(.start)
    await statuses.yield(.unknown)
    await store.receive(.status(.unknown)) { $0 = [.unknown] }
    await statuses.yield(.ready)
    await store.receive(.status(.ready)) { $0 = [.unknown, .ready] }
    #expect(statuses.readerCount == 1)
    await store.send(.stop)
    #expect(statuses.readerCount == 0)
    await statuses.yield(.unknown)
    await store.finish()
  }

  @Test func finishedOrAbandonedStreamsHaveNoReaders() async {
    let stream = TestStream<Int>()
    let log = Log<Int>()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, limit in
        .run { _ in
          for await value in stream.stream() {
            log.append(value)
            if value == limit { break }
          }
        }
      }
    }
    await store.send(2)
    await store.send(-1)
    for value in 1...3 { await stream.yield(value) }
    #expect(log.elements == [1, 1, 2, 2, 3])
    #expect(stream.readerCount == 1)
    await stream.finish()
    #expect(stream.readerCount == 0)
    await store.finish()
  }

  /// A pause before playback: it starts once the player is ready and the timer has elapsed, in
  /// either order.
  @Test(arguments: [true, false])
  func combineLatestWaitsForStatusAndTimer(readyFirst: Bool) async {
    let statuses = TestStream<Status>()
    let timers = TestStream<Bool>()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        guard action == .start else { return .none }
        return .run { send in
          for await (status, hasElapsed) in combineLatest(statuses.stream(), timers.stream())
          where status == .ready && hasElapsed {
            await send(.begin)
            return
          }
        }
      }
    }
    await store.send(.start)
    while statuses.readerCount + timers.readerCount < 2 { await Task.yield() }
    await statuses.yield(.unknown)
    if readyFirst {
      await statuses.yield(.ready)
      await timers.yield(true)
    } else {
      await timers.yield(true)
      await statuses.yield(.ready)
    }
    await store.receive(.begin)
    await store.finish()
    #expect(statuses.readerCount == 0)
    #expect(timers.readerCount == 0)
  }

  @Test func mergedStatusesEndWhenAllAreReady() async {
    let statuses = (0..<2).map { TestStream<Status>("\($0)") }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        guard action == .start else { return .none }
        return .run { send in
          var ready: Set<Int> = []
          let first = statuses[0].stream().map { (0, $0) }
          let second = statuses[1].stream().map { (1, $0) }
          for await (index, status) in merge(first, second) where status == .ready {
            ready.insert(index)
            if ready.count == statuses.count { break }
          }
          await send(.allReady)
        }
      }
    }
    await store.send(.start)
    while statuses.contains(where: { $0.readerCount == 0 }) { await Task.yield() }
    await statuses[1].yield(.ready)
    await statuses[1].yield(.ready)
    await statuses[0].yield(.unknown)
    await statuses[0].yield(.ready)
    await store.receive(.allReady)
    await store.finish()
    #expect(statuses.allSatisfy { $0.readerCount == 0 })
  }
}
