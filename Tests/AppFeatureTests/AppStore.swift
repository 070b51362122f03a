import AppFeature
import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import TestSupport

/// A test store of the whole app over a fake index, with the date at the start of 1970.
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
    $0.recordClient = .disabled
    $0.applyClient.standing = { .finished }
    $0.applyClient.last = { nil }
    $0.machineClient.lost = { .finished }
    $0.notesClient.notes = { _ in FileNotes() }
    $0.desktopClient.open = { _ in .success(()) }
    $0.desktopClient.copy = { CleanText("/\($0)") }
    $0.date = .constant(Date(timeIntervalSince1970: 0))
  }
}

extension TestStore {
  /// Waits until no more actions arrive on their own, and adopts the resulting state.
  func settle() async {
    // The second pass receives what the first one triggered.
    for _ in 0..<2 { await skipReceivedActions(strict: false) }
  }
}
