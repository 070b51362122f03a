import Composable
import ComposableTesting
import Testing

/// Effects that read streams.
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
}
