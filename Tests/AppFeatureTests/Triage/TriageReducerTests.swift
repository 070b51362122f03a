import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import TestSupport
import Testing

@testable import AppFeature

/// Triage alone: what it does with what the feed shows it.
@MainActor
@Suite struct TriageReducerTests {
  private func store(
    seenSince: Double? = 0, undo: Lot? = nil, items: [FeedItem] = [.clip(1)],
    current: ItemID? = nil,
    returning: Triage.State.Returning? = nil, advance: Triage.Advance = .verdicts,
    marked: [FeedItem]? = nil
  ) -> TestStoreOf<Triage> {
    var state = Triage.State(isOn: true, tags: ["night"], advance: advance)
    state.scene.subjects = marked ?? [.clip(1)]
    state.scene.isLot = marked != nil
    state.scene.seenSince = seenSince
    state.scene.current = current
    state.returning = returning
    state.scene.items = items
    if let undo { state.undo.add(.decided(undo)) }
    return TestStore(initialState: state) {
      Triage()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 9))
      $0.recordClient.decide = { _ in .success(()) }
      $0.recordClient.takeBack = { _ in .failure(FeedError(.system(28), place: "flick.db")) }
      $0.feedClient.reconsider = { _, _ in }
    }
  }

  private func lot(_ before: Review, _ after: Review) -> Lot {
    Lot(
      id: 9_000_000, key: .file(FilePath("clip1.mp4")), item: 1, title: "clip1.mp4", before: before,
      after: after)
  }

  @Test func verdictIsTheFeedsToShow() async {
    let store = store()
    let kept = Review(verdict: .keep)
    await store.send(.judged(.keep, goesOn: true)) {
      $0.undo.add(.decided(lot(Review(), kept)))
      $0.scene.reviews = [1: kept]
      $0.scene.wishes = [.toast(.judged(.keep, of: "clip1.mp4")), .goOn]
    }
    await store.receive(.decided(lot(Review(), kept), nil))
  }

  @Test(
    arguments: [
      (.judged(.keep, goesOn: true), .verdicts, true),
      (.judged(.keep, goesOn: false), .tags, false),
      (.rated(3), .verdicts, false), (.rated(3), .ratings, true), (.rated(3), .tags, true),
      (.rated(0), .tags, false),
      (.tagged(0), .ratings, false), (.tagged(0), .tags, true), (.tagged(1), .tags, false),
      (.undoTapped, .tags, false),
    ] as [(Triage.Action, Triage.Advance, Bool)])
  func decisionsGoOnAsChosen(_ key: Triage.Action, _ advance: Triage.Advance, _ goesOn: Bool) {
    let state = Triage.State(tags: ["night"], advance: advance)
    #expect(state.goesOn(after: key) == goesOn)
  }

  @Test func tagGoesOnLikeAVerdict() async {
    let store = store(advance: .tags)
    let tagged = Review(tags: ["night"])
    await store.send(.tagged(0)) {
      $0.undo.add(.decided(lot(Review(), tagged)))
      $0.scene.reviews = [1: tagged]
      $0.scene.wishes = [.toast(.tagged("night", of: "clip1.mp4")), .goOn]
    }
    await store.receive(.decided(lot(Review(), tagged), nil))
  }

  @Test func ratingOfALotRemovesItsMarks() async {
    let store = store(advance: .ratings, marked: [.clip(1), .clip(2)])
    let rated = Review(rating: 3)
    let both = Lot(
      id: 9_000_000, time: 9,
      decisions: [1, 2].map { number in
        Decision(
          key: .file(FilePath("clip\(number).mp4")), item: ItemID(rawValue: number),
          title: CleanText("clip\(number).mp4"), before: Review(), after: rated)
      })
    await store.send(.rated(3)) {
      $0.undo.add(.decided(both))
      $0.scene.reviews = [1: rated, 2: rated]
      $0.scene.wishes = [.toast(.lot(2, isUndone: false)), .unmarkAll]
    }
    await store.receive(.decided(both, nil))
  }

  @Test(arguments: [nil, 8.9])
  func whatWasNotSeenIsNotJudged(since: Double?) async {
    let store = store(seenSince: since)
    await store.send(.rated(3)) {
      $0.refused = 9
      $0.scene.wishes = [.toast(.tooEarly)]
    }
  }

  @Test func decisionThatCannotBeTakenBackHolds() async {
    let store = store()
    let rated = Review(rating: 2)
    await store.send(.rated(2)) {
      $0.undo.add(.decided(lot(Review(), rated)))
      $0.scene.reviews = [1: rated]
      $0.scene.wishes = [.toast(.rated(2))]
    }
    await store.receive(.decided(lot(Review(), rated), nil))
    let decision = lot(Review(), rated).decisions.first
    await store.send(.undoTapped) {
      _ = $0.undo.undo()
      $0.returning = .undo(of: 9_000_000)
      $0.scene.reviews = [1: Review()]
      $0.scene.wishes += [.toast(.undone(decision)), .goBack(to: 1, nil)]
    }
    let error = FeedError(.system(28), place: "flick.db")
    await store.receive(.takenBack(lot(Review(), rated), error)) {
      $0.undo.keep(lot(Review(), rated))
      $0.returning = nil
      $0.scene.reviews = [1: rated]
      $0.scene.wishes += [.toast(.failed(.review, error))]
    }
  }

  /// The undo led to the clip at once; while it was being saved, the user went on.
  @Test func whoWentOnIsNotCalledBack() async {
    let store = store(current: 2)
    let rated = lot(Review(), Review(rating: 2))
    await store.send(.takenBack(rated, nil)) { $0.scene.reviews = [1: Review()] }
  }

  /// The index would count it again when its page is left.
  @Test func whatIsUndoneIsNotToldTheIndexAnyMore() async {
    let store = store(current: 1)
    let kept = Review(verdict: .keep)
    await store.send(.judged(.keep, goesOn: false)) {
      $0.undo.add(.decided(lot(Review(), kept)))
      $0.scene.reviews = [1: kept]
      $0.scene.wishes = [.toast(.judged(.keep))]
    }
    await store.receive(.decided(lot(Review(), kept), nil)) { $0.outdated = [1: kept] }
    await store.send(.takenBack(lot(Review(), kept), nil)) {
      $0.outdated = [:]
      $0.scene.reviews = [1: Review()]
    }
  }

  /// As after an apply that was undone.
  @Test func fileThatCameBackIsAnotherItem() async {
    let kept = Review(verdict: .keep)
    var again = FeedItem.clip(1)
    again = FeedItem(id: 7, kind: again.kind)
    let store = store(undo: lot(Review(), kept), items: [again], current: 7)
    var found = lot(Review(), kept)
    found.decisions[0].item = 7
    await store.send(.undoTapped) {
      _ = $0.undo.undo()
      $0.returning = .undo(of: 9_000_000)
      $0.scene.reviews = [7: Review()]
      $0.scene.wishes = [.toast(.undone(lot(Review(), kept).decisions.first)), .goBack(to: 7, nil)]
    }
    await store.receive(.takenBack(found, FeedError(.system(28), place: "flick.db"))) {
      $0.undo.keep(found)
      $0.returning = nil
      $0.scene.reviews = [7: kept]
      $0.scene.wishes += [.toast(.failed(.review, FeedError(.system(28), place: "flick.db")))]
    }
  }

  /// As in a playlist that names a file twice.
  @Test func decisionIsOfTheItemOnScreen() async {
    let store = store(items: [FeedItem(id: 7, kind: FeedItem.clip(1).kind), .clip(1)])
    let rated = Review(rating: 2)
    await store.send(.rated(2)) {
      $0.undo.add(.decided(lot(Review(), rated)))
      $0.scene.reviews = [1: rated]
      $0.scene.wishes = [.toast(.rated(2))]
    }
    await store.receive(.decided(lot(Review(), rated), nil))
  }

  /// It leads to a clip that is shown once the undo is saved.
  @Test func undoLeadsToAClipElsewhere() async {
    let store = store(current: 2, returning: .undo(of: 9_000_000))
    let rated = lot(Review(), Review(rating: 2))
    await store.send(.takenBack(rated, nil)) {
      $0.returning = nil
      $0.scene.reviews = [1: Review()]
      $0.scene.wishes = [.open(1, after: [1: Review()])]
    }
  }
}
