import AppFeature
import Composable
import Models
import Testing

@testable import TerminalUI

/// What a filter looks like, while it is typed and where nothing matches.
extension ScreenTests {
  func filterState(_ text: String, isEmpty: Bool = false) -> App.State {
    var state = clipState()
    state.feed.window.filter = FeedFilter(text: text)
    state.feed.overlay = Overlay.State(.line(Filter.State(filter: state.feed.filter)))
    if isEmpty {
      state.feed.window.pages = []
      state.feed.window.currentID = nil
    }
    return state
  }

  @Test func aFilterBeingTyped() {
    let place = FeedPlace(number: 2, count: 12, total: 3_456, isGrowing: false)
    for (columns, rows) in Self.sizes {
      let shown = screen(filterState("riv"), columns: columns, rows: rows, place: place)
      let gap = String(repeating: " ", count: columns - 25)
      #expect(shown[rows - 2] == " /riv \(gap)12 matches in 3456 ")
    }
  }

  @Test func longFilterShowsItsEnd() {
    let place = FeedPlace(number: nil, count: 0, total: 12_345, isGrowing: true)
    let state = filterState(String(repeating: "long ", count: 40) + "日本語")
    #expect(screen(state, columns: 40, place: place)[8] == " /…g long 日本語  0+ matches in 12 345+ ")
    #expect(screen(state, columns: 20, place: place)[8] == " /…long long 日本語 ")
  }

  @Test func tagsBeingTyped() {
    var state = clipState()
    state.feed.overlay = Overlay.State(
      .line(Filter.State(for: .tags(known: ["night", "noon"]), text: "two words, ni")))
    #expect(screen(state)[8] == " tags: two words, ni ght                ")
    state.feed.overlay?.line = Filter.State(
      for: .tags(known: []), text: String(repeating: "x", count: 60))
    #expect(screen(state)[8].hasPrefix(" tags: …xxx") && screen(state)[8].count == 40)
  }

  @Test func filterWithoutMatches() {
    let place = FeedPlace(number: nil, count: 0, total: 3_456, isGrowing: false)
    expectScreen(
      screen(filterState("xyzzy", isEmpty: true), columns: 80, rows: 24, place: place),
      """









                                  Nothing matches “xyzzy”.

                                    Esc shows all clips.










       /xyzzy                                                        no match in 3456

      """)
    expectScreen(
      screen(filterState("xyzzy", isEmpty: true), columns: 30, rows: 10, place: place),
      """


         Nothing matches “xyzzy”.

           Esc shows all clips.



       /xyzzy      no match in 3456

      """)
  }

  @Test func keptFilterWithoutMatchesIsTheTitle() {
    var state = filterState("xyzzy", isEmpty: true)
    state.feed.overlay = nil
    let place = FeedPlace(number: nil, count: 0, total: 15, isGrowing: false)
    #expect(
      screen(state, place: place)[8] == " /xyzzy                             ".prefix(36) + "    ")
    state.feed.window.filter = .none
    #expect(screen(state, place: place)[8].hasPrefix(" flick "))
  }
}
