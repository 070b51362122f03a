import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// Each overlay alone.
@MainActor
@Suite struct OverlayTests {
  @Test func detailsTakeWhatThePlayerKnows() async throws {
    let details = try #require(Details.State(Item.State(.clip(1))))
    let store = TestStore(initialState: details) { Details() }
    let facts = MediaDetails(container: "MP4")
    var server = ServerStatistics()
    server.rate = 1_000
    await store.send(.factsFound(facts, server)) { ($0.facts, $0.server) = (facts, server) }
    await store.send(.factsFound(nil, nil)) { ($0.facts, $0.server) = (nil, nil) }
  }

  @Test func chosenChapterIsSought() async {
    let chapters = [
      Chapter(start: 0, end: 60, title: "a"), Chapter(start: 60, end: 90, title: "b"),
    ]
    let store = TestStore(initialState: Chapters.State(chapters, at: 10)) { Chapters() }
    await store.send(.moved(by: 9)) { $0.move(by: 1) }
    #expect(store.state.selected == 1)
    await store.send(.chosen)
    await store.receive(.delegate(.seek(to: 60)))
  }

  @Test func applyIsConfirmedOnce() async {
    let overview = ApplyOverview(
      batch: FileBatch(
        id: 2,
        steps: [
          FileStep(
            .trash, clip: 0, FilePath("/a.mp4"), to: FilePath("/t/a.mp4"),
            version: FileVersion(modified: FileDate(seconds: 1), size: 3))
        ]),
      kept: 0, rejected: 1)
    let store = TestStore(initialState: Apply.State()) {
      Apply()
    } withDependencies: {
      $0.applyClient.apply = { ApplyResult(batch: $0.id, files: 1) }
    }
    await store.send(.confirmed)
    await store.send(.planned(.success(overview))) { $0.stage = .ready(overview) }
    await store.send(.confirmed) { $0.stage = .applying }
    await store.receive(.delegate(.applied(ApplyResult(batch: 2, files: 1))))
    await store.send(.confirmed)
  }

  @Test func planThatFailsOrIsEmptyCloses() async {
    let store = TestStore(initialState: Apply.State()) { Apply() }
    let error = FeedError(.system(13), place: "/a")
    await store.send(.planned(.failure(error)))
    await store.receive(.delegate(.failed(error)))
    let empty = ApplyOverview(batch: FileBatch(id: 1, steps: []), kept: 0, rejected: 0)
    await store.send(.planned(.success(empty))) { $0.stage = .ready(empty) }
    await store.send(.confirmed)
    await store.receive(.delegate(.close))
  }

  @Test(
    arguments: [
      (.filter, "a", .keepFilter), (.number, "7", .goTo(7)), (.number, "", .cancel),
      (.tags(known: []), "a, b,", .tag(["a", "b"])),
    ] as [(Filter.Purpose, String, Filter.Delegate)])
  func enterSaysWhatWasTyped(
    _ purpose: Filter.Purpose, _ text: String, _ wish: Filter.Delegate
  ) async {
    let store = TestStore(initialState: Filter.State(for: purpose)) { Filter() }
    if !text.isEmpty { await store.send(.typed(text)) { $0.text = text } }
    await store.send(.returnTapped)
    await store.receive(.delegate(wish))
    await store.send(.escapeTapped)
    await store.receive(.delegate(.cancel))
  }

  @Test func textsScrollWithinTheirRows() async {
    let store = TestStore(initialState: Overlay.State(.help)) { Overlay() }
    await store.send(.scroll(.laidOut(lastRow: 5))) { $0.scroll.lastRow = 5 }
    await store.send(.scroll(.scrolled(by: 9))) { $0.scroll.move(by: 5) }
    #expect(store.state.scroll.row == 5)
  }
}
