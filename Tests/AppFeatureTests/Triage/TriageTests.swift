import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

@MainActor
@Suite struct TriageTests {
  private let filter = FeedFilter(text: "is:unreviewed")

  /// A feed in triage, with its first frame on screen for long enough.
  private func rig(
    _ count: Int = 10, filter: FeedFilter? = nil, lots: [Lot] = []
  ) async -> FeedRig {
    let rig = FeedRig(
      clips(0..<count), first: .clip(0), triage: filter ?? self.filter, lots: lots)
    await rig.send(.appeared)
    await rig.see()
    return rig
  }

  @Test func verdictIsSavedAndTheNextClipFollows() async {
    let rig = await rig()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.current == 1 && rig.reviews == [0: Review(verdict: .reject)])
    // What was judged stays behind, to be looked back at, until the next decision.
    #expect(rig.index.takeReconsidered() == [] && rig.window.starts(with: [0, 1]))
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: false)))
    #expect(rig.current == 1 && rig.reviews[1] == Review(verdict: .keep))
    #expect(rig.state.review(of: 1) == Review(verdict: .keep))
    #expect(rig.index.takeReconsidered() == [[0]] && rig.window.starts(with: [1, 2]))
    await rig.send(.swiped(by: 1))
    #expect(rig.index.takeReconsidered() == [] && rig.window.contains(1))
    await rig.see()
    await rig.send(.triage(.rated(3)))
    #expect(rig.index.takeReconsidered() == [[1]] && !rig.window.contains(1))
    await rig.end()
  }

  @Test func lastJudgedClipIsLookedBackAt() async {
    let rig = await rig()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    await rig.send(.swiped(by: -1))
    #expect(rig.current == 0 && rig.state.review(of: 0) == Review(verdict: .reject))
    // It is the first page, but not one without a verdict.
    await rig.send(.swiped(by: -1))
    #expect(rig.state.toast.message == .end(.backwards))
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.current == 1 && rig.reviews == [0: Review(verdict: .keep)])
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.current == 2 && rig.window.starts(with: [1, 2]))
    await rig.end()
  }

  /// Everything that a verdict changes, in one action.
  @Test func verdictIsOneAction() async {
    let rig = await rig(20, filter: FeedFilter.none)
    var decision = Lot(
      id: 1_000_250_000, key: .file(FilePath("clip0.mp4")), item: 0, title: "clip0.mp4",
      before: Review(),
      after: Review(verdict: .keep))
    decision.page = 0
    await rig.store.send(.triage(.judged(.keep, goesOn: true))) {
      $0.toast.message = .judged(.keep, of: "clip0.mp4")
      $0.triage.undo.add(.decided(decision))
      $0.marks[0] = ItemMarks(review: Review(verdict: .keep))
      $0.window.currentID = 1
      $0.window.lastID = 1
      $0.window.pages.update(id: 0) { $0.setPlay(.away) }
      $0.window.pages.update(id: 1) { $0.setPlay(.playing) }
      $0.prepared = PreloadWindow(current: 1, neighbours: [2, 0, 3, 4, 5])
      $0.visit = Visit(id: 1, start: 1_000.25)
      $0.visit?.setRunning(true, at: 1_000.25)
      $0.placeSaved = 1_000.25
    }
    await rig.store.receive(.triage(.notesFound(1, FileNotes()))) {
      $0.triage.notes = [1: FileNotes()]
    }
    await rig.store.receive(.triage(.decided(decision, nil))) {
      $0.triage.outdated = [0: Review(verdict: .keep)]
    }
    await rig.store.settle()
    await rig.end()
  }

  /// The version of the file that is on screen goes with the decision.
  @Test func decisionIsForTheVersionThatWasSeen() async {
    let rig = await rig()
    let versions = [3, 5].map { FileVersion(modified: FileDate(seconds: 1), size: $0) }
    rig.players.setVersion(versions[0], of: 0)
    rig.players.setVersion(versions[1], of: 1)
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    await rig.see()
    await rig.send(.triage(.rated(3)))
    await rig.send(.swiped(by: 1))
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: false)))
    #expect(rig.decisions.map(\.seen) == versions + [nil])
    await rig.end()
  }

  /// So does that of a file on another machine, unless what is judged is a part of it, or an entry of a feed.
  @Test func decisionElsewhereIsForTheVersionThatWasSeen() async throws {
    let address = try #require(RemoteAddress("sftp://nas/a.mp4"))
    let clip = Clip(location: .remote(address), title: "a")
    let part = try #require(RemoteAddress("sftp://nas/a.mp4#t=1,2"))
    let items = [
      FeedItem(id: 0, kind: .clip(clip)),
      FeedItem(id: 1, kind: .playing(Clip(location: .remote(part), title: "a"))),
      FeedItem(id: 2, kind: .clip(clip), entry: FeedItem.Entry(feed: "a.xml", id: "1")),
    ]
    let rig = FeedRig(items, first: items[0], triage: filter)
    await rig.send(.appeared)
    let version = FileVersion(modified: FileDate(seconds: 1), size: 3)
    for player in 0..<3 {
      rig.players.setVersion(version, of: PlayerID(rawValue: player))
      await rig.see()
      await rig.send(.triage(.judged(.reject, goesOn: true)))
    }
    #expect(rig.decisions.map(\.seen) == [version, nil, nil])
    await rig.end()
  }

  /// A verdict for another file than the one that was seen was not given: back to look at it.
  @Test func verdictOnAReplacedFileLeadsBackToIt() async {
    let rig = await rig()
    rig.failLikes(FeedError(.replaced, place: "clip0.mp4"))
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.current == 0 && rig.state.review(of: 0) == Review())
    #expect(rig.state.triage.undo.done.isEmpty && rig.reviews == [:])
    rig.failLikes(nil)
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    // It has not been seen yet.
    #expect(rig.current == 0 && rig.reviews == [:])
    await rig.see()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.current == 1 && rig.reviews == [0: Review(verdict: .reject)])
    await rig.end()
  }

  @Test func verdictsOnWhatNobodySawDoNothing() async {
    let rig = await rig()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    // The frame is not on screen yet.
    await rig.pass(1)
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.current == 1)
    await rig.send(.frameShown(1, in: 0))
    // A held key: each of its verdicts comes too early.
    for _ in 0..<60 {
      await rig.pass(0.033)
      await rig.send(.triage(.judged(.reject, goesOn: true)))
    }
    #expect(rig.current == 1 && rig.reviews.count == 1)
    await rig.pass(0.25)
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.current == 2 && rig.reviews.count == 2)
    await rig.end()
  }

  /// On a slow link, the frame is still on its way.
  @Test func frameHasToArrive() async {
    let rig = FeedRig(clips(0..<5), first: .clip(0), triage: filter)
    await rig.send(.appeared)
    await rig.send(.frameShown(0, in: 0.5))
    await rig.pass(0.5)
    await rig.send(.triage(.judged(.keep, goesOn: false)))
    #expect(rig.reviews == [:])
    await rig.pass(0.25)
    await rig.send(.triage(.judged(.keep, goesOn: false)))
    #expect(rig.reviews == [0: Review(verdict: .keep)])
    await rig.end()
  }

  @Test func aRepeatIsTheSame() async {
    let rig = await rig()
    for _ in 0..<2 { await rig.send(.triage(.judged(.keep, goesOn: false))) }
    for _ in 0..<2 { await rig.send(.triage(.rated(4))) }
    #expect(rig.reviews == [0: Review(verdict: .keep, rating: 4)])
    #expect(rig.decisions.count == 2)
    await rig.send(.triage(.judged(nil, goesOn: false)))
    await rig.send(.triage(.rated(0)))
    #expect(rig.reviews == [0: Review()])
    await rig.end()
  }

  @Test func tagsAreGivenOnce() async {
    let rig = await rig()
    for index in [1, 0, 1, 2] { await rig.send(.triage(.tagged(index))) }
    #expect(rig.reviews == [0: Review(tags: ["two words", "night"])])
    await rig.send(.triage(.undoTapped))
    #expect(rig.reviews == [0: Review(tags: ["two words"])])
    await rig.end()
  }

  /// What leaves judged clips out is not typed, and stays unless they are asked for.
  @Test func filterOfTriageStays() async {
    let rig = await rig()
    await rig.send(.overlayTapped(.filter))
    #expect(rig.state.overlay?.line?.text == "")
    await rig.send(.overlay(.line(.typed("clip7"))))
    #expect(rig.state.filter == FeedFilter(text: "clip7 is:unreviewed") && rig.current == 7)
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.overlayTapped(.filter))
    #expect(rig.state.overlay?.line?.text == "clip7")
    await rig.send(.overlay(.line(.clearTapped)))
    #expect(rig.state.filter == filter)
    await rig.send(.overlay(.line(.typed("is:kept"))))
    #expect(rig.state.filter == FeedFilter(text: "is:kept") && rig.current == nil)
    await rig.send(.overlay(.line(.returnTapped)))
    // Back to where it was typed.
    await rig.send(.escapeTapped)
    #expect(rig.state.filter == .none && rig.current == 7)
    await rig.end()
  }

  @Test func escapeRemovesWhatWasTypedFirst() async {
    let rig = await rig()
    await rig.send(.overlayTapped(.filter))
    await rig.send(.overlay(.line(.typed("clip7"))))
    await rig.send(.overlay(.line(.returnTapped)))
    await rig.send(.escapeTapped)
    #expect(rig.state.filter == filter && rig.current == 7)
    await rig.send(.escapeTapped)
    #expect(rig.state.filter == .none && rig.current == 7)
    await rig.end()
  }

  /// Neither is anything else decided about what nobody has seen.
  @Test func ratingsAndTagsOfWhatNobodySawDoNothing() async {
    let rig = await rig()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    for action in [.triage(.rated(4)), .triage(.tagged(0)), .triage(.pointTapped(.in))]
      as [Feed.Action]
    {
      await rig.send(action)
    }
    #expect(rig.current == 1 && rig.reviews == [0: Review(verdict: .reject)])
    await rig.end()
  }

  @Test func tagsAreTypedAndCompleted() async {
    let rig = await rig()
    await rig.send(.triage(.tagged(1)))
    await rig.send(.overlayTapped(.tags))
    #expect(rig.state.overlay?.line?.text == "two words, ")
    await rig.send(.overlay(.line(.typed("NI"))))
    #expect(rig.state.overlay?.line?.completion == "ght")
    await rig.send(.overlay(.line(.completeTapped)))
    await rig.send(.overlay(.line(.typed(" , tw"))))
    // Once is enough.
    #expect(rig.state.overlay?.line?.completion == "")
    await rig.send(.overlay(.line(.typed("o\u{1B}"))))
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.reviews == [0: Review(tags: ["two words", "NIght", "two"])])
    #expect(rig.state.overlay?.line == nil && rig.state.filter == filter)
    await rig.send(.overlayTapped(.tags))
    await rig.send(.overlay(.line(.clearTapped)))
    await rig.send(.overlay(.line(.escapeTapped)))
    #expect(rig.reviews[0]?.tags.count == 3)
    await rig.send(.overlayTapped(.tags))
    await rig.send(.overlay(.line(.clearTapped)))
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.reviews == [0: Review()])
    await rig.end()
  }

  @Test func undoReturnsToTheClipAndRedoGoesOn() async {
    let rig = await rig()
    await rig.send(.triage(.rated(2)))
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.current == 2)
    await rig.send(.triage(.undoTapped))
    #expect(rig.current == 1 && rig.reviews[1] == Review())
    await rig.send(.triage(.undoTapped))
    #expect(rig.current == 0 && rig.reviews[0] == Review(rating: 2))
    #expect(rig.window.starts(with: [0, 1, 2]))
    await rig.send(.triage(.redoTapped))
    #expect(rig.current == 1 && rig.reviews[0] == Review(verdict: .reject, rating: 2))
    await rig.send(.triage(.redoTapped))
    #expect(rig.current == 2 && rig.reviews[1] == Review(verdict: .keep))
    await rig.send(.triage(.redoTapped))
    #expect(rig.current == 2)
    for _ in 0..<5 { await rig.send(.triage(.undoTapped)) }
    #expect(rig.current == 0 && rig.decisions == [])
    #expect(!rig.reviews.values.contains { !$0.isEmpty })
    await rig.end()
  }

  @Test func anotherDecisionEndsRedo() async {
    let rig = await rig()
    await rig.send(.triage(.rated(2)))
    await rig.send(.triage(.undoTapped))
    await rig.send(.triage(.rated(3)))
    await rig.send(.triage(.redoTapped))
    #expect(rig.reviews == [0: Review(rating: 3)])
    await rig.end()
  }

  @Test func undoReachesOverRestarts() async {
    let old = Lot(
      id: 5, key: .file(FilePath("clip7.mp4")), title: "clip7", before: Review(),
      after: Review(verdict: .reject))
    let rig = await rig(30, lots: [old])
    #expect(rig.state.triage.undo.lots == [old])
    await rig.send(.triage(.undoTapped))
    #expect(rig.current == 7 && rig.reviews == [7: Review()] && rig.decisions == [])
    // Of a clip that is not in the feed any more, only the verdict is taken back.
    let gone = Lot(
      id: 6, key: .file(FilePath("gone.mp4")), title: "gone", before: Review(),
      after: Review(verdict: .reject))
    await rig.send(.triage(.decisionsFound([gone])))
    await rig.send(.triage(.undoTapped))
    #expect(rig.current == 7)
    await rig.end()
  }

  @Test func undoWaitsForTheDecisionsOfEarlierRuns() async {
    let old = Lot(
      id: 5, key: .file(FilePath("clip7.mp4")), title: "clip7", before: Review(),
      after: Review(verdict: .reject))
    let rig = FeedRig(clips(0..<30), first: .clip(0), triage: filter, lots: [old])
    await rig.store.withExhaustivity(.off) {
      await rig.store.send(.appeared)
      await rig.store.send(.triage(.undoTapped))
      await rig.settle()
    }
    #expect(rig.state.triage.undo.undone.map(\.id) == [old.id] && rig.current == 7)
    await rig.end()
  }

  @Test func decisionThatCannotBeSavedIsNotMade() async {
    let rig = await rig()
    let error = FeedError(.system(28), place: "flick.db")
    rig.failLikes(error)
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.current == 1 && rig.state.review(of: 0) == Review())
    #expect(rig.state.triage.undo.done == [] && rig.window.contains(0))
    rig.failLikes(nil)
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    rig.failLikes(error)
    await rig.send(.triage(.undoTapped))
    #expect(rig.state.review(of: 1) == Review(verdict: .keep))
    #expect(rig.state.triage.undo.done.count == 1)
    await rig.end()
  }

  @Test func lastClipLeavesTheFilterToo() async {
    let rig = await rig(2)
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.current == nil && rig.state.isEmpty)
    await rig.send(.triage(.undoTapped))
    #expect(rig.current == 1 && rig.reviews[1] == Review())
    await rig.end()
  }

  @Test func lastVerdictIsLookedBackAtFromTheEnd() async {
    let rig = await rig(2)
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    await rig.see()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.state.isEmpty)
    await rig.send(.swiped(by: 1))
    #expect(rig.state.isEmpty)
    await rig.send(.swiped(by: -1))
    #expect(rig.current == 1 && rig.state.filter == .none && rig.window == [0, 1])
    #expect(rig.state.review(of: 1) == Review(verdict: .reject))
    await rig.end()
  }

  @Test func skippedClipsAreLeftForLater() async {
    let rig = await rig(3)
    await rig.send(.swiped(by: 2))
    await rig.see()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.current == 1 && rig.window == [0, 1])
    await rig.end()
  }

  @Test func triageIsTurnedOnAndOff() async {
    let rig = FeedRig(clips(0..<5), first: .clip(0))
    await rig.send(.appeared)
    await rig.send(.triage(.toggled))
    #expect(rig.state.triage.isOn && rig.state.filter == filter && rig.current == 0)
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    await rig.send(.triage(.toggled))
    #expect(!rig.state.triage.isOn && rig.state.filter == .none && rig.current == 1)
    #expect(rig.window == [0, 1, 2, 3, 4])
    await rig.end()
  }

  @Test func paceIsThatOfTheLatestVerdicts() {
    var triage = Triage.State()
    #expect(triage.pace == nil)
    func add(_ seconds: Double) {
      let decision = Lot(
        id: Int(seconds * 1e6), key: .file(FilePath("x")), title: "x", before: Review(),
        after: Review(verdict: .keep))
      triage.undo.add(.decided(decision))
    }
    for number in 0..<6 { add(Double(number) * 3) }
    #expect(triage.pace == 3)
    // A break does not count.
    add(10_000)
    #expect(triage.pace == 3)
  }

  @Test(arguments: [
    ("", true, "is:unreviewed"), ("bee  is:unreviewed", true, "bee is:unreviewed"),
    ("is:unreviewed bee", false, "bee"), ("", false, ""),
  ])
  func filterOfTriage(_ text: String, _ hidesJudged: Bool, _ expected: String) {
    let filter = Triage.filter(FeedFilter(text: text), hidesJudged: hidesJudged)
    #expect(filter.text == expected)
  }
}
