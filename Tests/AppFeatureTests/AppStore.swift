import AppFeature
import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import TestSupport

/// A store of the whole program, over an index, at the beginning of 1970.
@MainActor
func makeAppStore(
  _ state: App.State, players: PlayerRecorder, index: FakeIndex, clock: TestClock
) -> TestStoreOf<App> {
  TestStore(initialState: state) {
    App()
  } withDependencies: {
    $0.playerClient = players.client
    $0.clock = clock
    $0.feedClient = index.client
    $0.historyClient = .disabled
    $0.likeClient = .indifferent
    $0.desktopClient.open = { _ in .success(()) }
    $0.desktopClient.copy = { CleanText("/\($0)") }
    $0.date = .constant(Date(timeIntervalSince1970: 0))
  }
}

extension TestStore {
  /// Waits until nothing goes on by itself any more, and takes the state as it is then.
  func settle() async {
    // What the first ones have led to comes only now.
    for _ in 0..<2 { await skipReceivedActions(strict: false) }
  }
}
