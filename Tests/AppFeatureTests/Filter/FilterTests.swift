import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// Filtering while typing.
@MainActor
@Suite struct FilterTests {
  private func makeRig() async -> FeedRig {
    let rig = FeedRig(clips(0..<100), first: .clip(50))
    await rig.send(.appeared)
    await rig.send(.overlayTapped(.filter))
    return rig
  }

  @Test func typingShowsTheFirstMatch() async {
    let rig = await makeRig()
    await rig.send(.overlay(.line(.typed("clip7"))))
    #expect(rig.current == 7)
    #expect(rig.window == [7, 70, 71, 72, 73, 74, 75, 76])
    #expect(rig.state.filter == FeedFilter(text: "clip7"))
    await rig.send(.swiped(by: 7))
    #expect(rig.current == 76)
    await rig.send(.overlay(.line(.typed("3"))))
    #expect(rig.current == 73)
    #expect(rig.window == [73])
    await rig.send(.overlay(.line(.backspaceTapped)))
    #expect(rig.current == 7)
    await rig.end()
  }

  @Test func numberIsGoneToOnEnter() async {
    let rig = FeedRig(clips(0..<100), first: .clip(50))
    await rig.send(.appeared)
    await rig.send(.overlayTapped(.number))
    #expect(rig.state.overlay?.line?.text == "")
    await rig.send(.overlay(.line(.typed("7x 2\u{662}"))))
    #expect(rig.state.overlay?.line?.text == "72")
    #expect(rig.current == 50)
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.state.overlay?.line == nil)
    #expect(rig.current == 71)
    await rig.send(.swiped(by: -1))
    #expect(rig.current == 70)
    // Beyond the last one, and before the first.
    for (number, expected) in [("999999999999", 99), ("0", 0), ("", 0)] {
      await rig.send(.overlayTapped(.number))
      await rig.send(.overlay(.line(.typed(number))))
      await rig.send(.overlay(.line(.returnTapped)))
      #expect(rig.current == expected)
    }
    await rig.end()
  }

  @Test func previewsAreNotVisits() async {
    let rig = await makeRig()
    await rig.pass(2)
    _ = rig.takeImpressions()
    for text in ["clip7", "3"] {
      await rig.send(.overlay(.line(.typed(text))))
      await rig.pass(5)
    }
    // What was on screen before is left.
    #expect(rig.takeImpressions().map(\.key) == [.file(FilePath("clip50.mp4"))])
    await rig.send(.overlay(.line(.backspaceTapped)))
    await rig.pass(5)
    #expect(rig.state.marks(of: 73).seen == nil)
    // The one that is chosen counts from its beginning.
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.swiped(by: 1))
    let visits = rig.takeImpressions()
    #expect(visits.map(\.key) == [.file(FilePath("clip7.mp4"))])
    #expect((visits.first?.watched ?? 0) >= 5)
    await rig.end()
  }

  @Test func numberCountsMatches() async {
    let rig = await makeRig()
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.overlayTapped(.number))
    await rig.send(.overlay(.line(.typed("3"))))
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.current == 71)
    #expect(rig.state.filter.text == "clip7")
    await rig.end()
  }

  @Test(
    arguments: [
      [.escapeTapped], [.backspaceTapped], [.typed("12"), .wordBackspaceTapped, .backspaceTapped],
    ]
      as [[Filter.Action]])
  func numberLineIsLeft(_ actions: [Filter.Action]) async {
    let rig = FeedRig(clips(0..<100), first: .clip(50))
    await rig.send(.appeared)
    await rig.send(.overlayTapped(.number))
    await rig.send(.swiped(by: 1))
    for action in actions { await rig.send(.overlay(.line(action))) }
    #expect(rig.state.overlay?.line == nil)
    #expect(rig.current == 51)
    await rig.end()
  }

  @Test func enterKeepsTheFilterAndLaterEscapeClearsItInPlace() async {
    let rig = await makeRig()
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.state.overlay?.line == nil)
    #expect(rig.state.filter.text == "clip7")
    await rig.send(.swiped(by: 2))
    #expect(rig.current == 71)
    _ = rig.players.takeCalls()
    await rig.send(.escapeTapped)
    #expect(rig.state.filter == .none)
    #expect(rig.current == 71)
    #expect(rig.window == Array(66...78))
    #expect(!rig.players.takeCalls().contains(.pause(71)))
    let before = rig.state
    await rig.send(.escapeTapped)
    #expect(rig.state == before)
    await rig.end()
  }

  @Test func escapeRestoresThePlace() async {
    let rig = await makeRig()
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.overlay(.line(.escapeTapped)))
    #expect(rig.state.overlay?.line == nil)
    #expect(rig.state.filter == .none)
    #expect(rig.current == 50)
    #expect(rig.window == Array(45...57))
    await rig.end()
  }

  @Test func escapeRestoresTheFilterFromBefore() async {
    let rig = await makeRig()
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.swiped(by: 1))
    await rig.send(.overlayTapped(.filter))
    #expect(rig.state.overlay?.line?.text == "clip7")
    await rig.send(.overlay(.line(.clearTapped)))
    #expect(rig.state.filter == .none)
    #expect(rig.current == 70)
    await rig.send(.overlay(.line(.typed("clip8"))))
    #expect(rig.current == 8)
    await rig.send(.overlay(.line(.escapeTapped)))
    #expect(rig.state.filter.text == "clip7")
    #expect(rig.current == 70)
    #expect(rig.window.first == 7)
    await rig.end()
  }

  @Test func openingAndClosingTheLineChangesNothing() async {
    let rig = await makeRig()
    _ = (rig.players.takeCalls(), rig.index.takeRequests())
    await rig.send(.overlay(.line(.backspaceTapped)))
    await rig.send(.overlay(.line(.escapeTapped)))
    #expect(rig.current == 50)
    #expect(rig.players.takeCalls().isEmpty)
    #expect(rig.index.takeRequests().isEmpty)
    await rig.end()
  }

  @Test func filterWithoutMatchesShowsAnEmptyFeed() async {
    let rig = await makeRig()
    await rig.send(.overlay(.line(.typed("zebra"))))
    #expect(rig.state.isEmpty)
    #expect(rig.current == nil)
    #expect(rig.players.watcherCount == 0)
    await rig.send(.swiped(by: 1))
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.escapeTapped)
    #expect(rig.current == 50)
    await rig.end()
  }

  @Test func onlyTheLatestTextIsSearched() async {
    let rig = await makeRig()
    rig.index.hold()
    for letter in "clip73" { await rig.send(.overlay(.line(.typed(String(letter))))) }
    #expect(rig.index.waiterCount == 1)
    #expect(rig.current == 50)
    rig.index.release()
    await rig.settle()
    #expect(rig.current == 73)
    await rig.end()
  }

  @Test func swipesDuringTheSearchCountFromTheFirstMatch() async {
    let rig = await makeRig()
    rig.index.hold()
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.swiped(by: 3))
    await rig.send(.swiped(by: -1))
    rig.index.release()
    await rig.settle()
    #expect(rig.current == 71)
    await rig.end()
  }

  @Test func escapeDuringTheSearchStaysOnThePage() async {
    let rig = await makeRig()
    rig.index.hold()
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.swiped(by: 1))
    await rig.send(.overlay(.line(.escapeTapped)))
    #expect(rig.state.window.opening == nil)
    #expect(rig.state.window.pending == 0)
    rig.index.release()
    await rig.settle()
    #expect(rig.current == 50)
    #expect(rig.state.filter == .none)
    await rig.end()
  }

  @Test func itemsInsertedUnderAFilterArePlacedInOrder() async {
    let rig = await makeRig()
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.swiped(by: 2))
    var before = rig.state
    // Does not match the filter.
    await rig.change(.insert(.clip(500), after: 72))
    before.window.revision += 1
    #expect(rig.state == before)
    await rig.change(.insert(.clip(712), after: 500))
    #expect(rig.current == 71)
    await rig.send(.swiped(by: 2))
    #expect(rig.current == 712)
    await rig.end()
  }

  @Test func filterLineEditsItsText() {
    var line = Filter.State(filter: FeedFilter(text: "a"))
    func edit(_ action: Filter.Action) { _ = Filter().reduce(into: &line, action: action) }
    edit(.typed("é\r\n👩‍👩‍👧\u{1B}\u{7F}"))
    #expect(line.text == "aé 👩‍👩‍👧")
    edit(.backspaceTapped)
    #expect(line.text == "aé ")
    edit(.clearTapped)
    #expect(line.text == "")
    edit(.backspaceTapped)
    #expect(line.text == "")
    edit(.typed(String(repeating: "x", count: 5_000)))
    #expect(line.text == String(repeating: "x", count: Filter.limit))
    edit(.typed("y"))
    #expect(line.text == String(repeating: "x", count: Filter.limit))
  }
}
