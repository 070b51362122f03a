import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// Finding excerpts alone: what it hands to the feed.
@MainActor
@Suite struct ExcerptsReducerTests {
  private static let spans = [10, 100].compactMap { TimeSpan(start: $0, end: $0 + 6) }

  private func store(isForAll: Bool) -> TestStoreOf<Excerpts> {
    var state = Excerpts.State(isForAll: isForAll)
    state.awaited = 3
    return TestStore(initialState: state) { Excerpts() }
  }

  @Test func userWhoWaitsIsAnswered() async {
    let found = Result<[TimeSpan], ExcerptError>.success(Self.spans)
    let store = store(isForAll: false)
    await store.send(.found(found, of: .clip(3), at: 7)) { $0.awaited = nil }
    await store.receive(.delegate(.answer(found, of: .clip(3), at: 7)))
    // By the time of the second answer, nobody waits.
    await store.send(.found(found, of: .clip(3), at: 7))
  }

  @Test func othersAreShownIfAllAre() async {
    let store = store(isForAll: true)
    await store.send(.found(.success(Self.spans), of: .clip(4), at: 0))
    await store.receive(.delegate(.show(Self.spans, of: .clip(4), at: 0)))
    await store.send(.found(.failure(.isShort), of: .clip(5), at: 0))
  }
}
