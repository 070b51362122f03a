import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// Sections alone: how they are read, and where a step leads.
@MainActor
@Suite struct SectionsReducerTests {
  /// A parent that does what the feed does with a key and with a count.
  private struct Parent: Reducer {
    struct State: Hashable, Sendable {
      var sections = Sections.State()
    }

    typealias Action = Sections.Action

    static let path = CasePath<Action, Action>(embed: { $0 }, extract: { $0 })

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tapped(by: let steps):
        .adopt(&state, \.sections, action: Self.path) { $0.go(by: steps, from: 12, .none) }
      case .counted(let count):
        .adopt(&state, \.sections, action: Self.path) { $0.read(count, .none) }
      default: Sections().reduce(into: &state.sections, action: action)
      }
    }
  }

  private nonisolated static let all = [
    FeedSection(.title("a/"), start: 0, count: 10), FeedSection(.title("b/"), start: 10, count: 20),
  ]

  @Test func stepsLeadToTheBeginningsOfSections() async {
    let store = TestStore(initialState: Parent.State()) {
      Parent()
    } withDependencies: {
      $0.feedClient.sections = { _ in Self.all }
      $0.feedClient.place = { id, _ in
        FeedPlace(
          number: id.map { $0.rawValue + 1 }, count: 30, total: 30, isGrowing: false)
      }
    }
    await store.send(.counted(30)) { $0.sections.count = 30 }
    await store.receive(.found(Self.all)) { $0.sections.all = Self.all }
    await store.send(.tapped(by: -1))
    await store.receive(.delegate(.open(10)))
    await store.send(.tapped(by: -2))
    await store.receive(.delegate(.open(0)))
    await store.send(.tapped(by: 0))
    await store.receive(.delegate(.open(10)))
  }
}
