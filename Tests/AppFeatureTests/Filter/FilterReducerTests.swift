import Composable
import ComposableTesting
import Models
import Testing

@testable import AppFeature

/// The line alone: what is typed, and what it asks the feed for.
@MainActor
@Suite struct FilterReducerTests {
  private func store(_ purpose: Filter.Purpose, _ text: String = "") -> TestStoreOf<Filter> {
    TestStore(initialState: Filter.State(for: purpose, text: text)) { Filter() }
  }

  @Test func filterIsEditedAndKept() async {
    let store = store(.filter)
    await store.send(.typed("red\tcar")) { $0.text = "red car" }
    await store.send(.backspaceTapped) { $0.text = "red ca" }
    await store.send(.wordBackspaceTapped) { $0.text = "red " }
    await store.send(.returnTapped)
    await store.receive(.delegate(.keepFilter))
    await store.send(.clearTapped) { $0.text = "" }
    await store.send(.escapeTapped)
    await store.receive(.delegate(.cancel))
  }

  @Test func numberTakesDigitsOnly() async {
    let store = store(.number)
    await store.send(.typed("a1x2")) { $0.text = "12" }
    await store.send(.returnTapped)
    await store.receive(.delegate(.goTo(12)))
    await store.send(.clearTapped) { $0.text = "" }
    await store.send(.backspaceTapped)
    await store.receive(.delegate(.cancel))
  }

  @Test func tagIsCompleted() async {
    let store = store(.tags(known: ["night", "fog"]), "night, f")
    await store.send(.completeTapped) { $0.text = "night, fog" }
    await store.send(.returnTapped)
    await store.receive(.delegate(.tag(["night", "fog"])))
  }
}
