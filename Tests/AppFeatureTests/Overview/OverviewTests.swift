import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// The overview as part of the feed.
@MainActor
@Suite struct OverviewTests {
  private func rig(
    _ items: [FeedItem] = clips(0..<200), first: Int = 50, triage: FeedFilter? = nil
  ) async -> FeedRig {
    let rig = FeedRig(items, first: .clip(first), triage: triage)
    await rig.send(.appeared)
    await rig.send(.overviewTapped)
    await rig.send(
      .overview(.laidOut(Overview.Grid(columns: 5, lines: 20, tileLines: 5, zooms: -2...3))))
    await rig.pass(0.1)
    return rig
  }

  private func cursor(_ rig: FeedRig) -> Int? { rig.state.overview?.current?.id.rawValue }

  @Test func opensAtThePageAndShowsWhatIsAroundIt() async {
    let rig = await rig()
    #expect(cursor(rig) == 50)
    #expect(rig.state.overview?.visible == 40..<60)
    #expect(rig.state.overview?.tiles.ids.map(\.rawValue) == Array(20..<80))
    // The screen first, then what comes after it, then what was before.
    let wanted: [Int] = Array(40..<80) + (20..<40).reversed()
    #expect(rig.thumbnails.takeWanted().last == wanted)
    await rig.end()
  }

  @Test func thePageFollowsWhereTheCursorRests() async {
    let rig = await rig()
    await rig.send(.overview(.moved(.tiles(1))))
    await rig.send(.overview(.moved(.rows(1))))
    #expect(cursor(rig) == 56)
    #expect(rig.current == 50)
    await rig.pass(0.25)
    #expect(rig.current == 56)
    #expect(cursor(rig) == 56)
    await rig.send(.overview(.opened))
    #expect(rig.state.overview == nil)
    #expect(rig.thumbnails.takeWanted().last == [])
    await rig.end()
  }

  @Test func aPageThatIsNotThereYetIsWaitedFor() async {
    let rig = await rig()
    await rig.send(.overview(.moved(.last)))
    await rig.pass(0.1)
    rig.index.hold()
    await rig.send(.overview(.opened))
    #expect(rig.state.overview?.isClosing == true)
    rig.index.release()
    await rig.settle()
    #expect(rig.state.overview == nil)
    #expect(rig.current == 199)
    await rig.end()
  }

  @Test func tileIsOpenedByItsExcerpts() async {
    let rig = await rig()
    rig.players.setExcerpts(.success([10, 100].compactMap { TimeSpan(start: $0, end: $0 + 6) }))
    await rig.send(.overview(.moved(.tiles(1))))
    await rig.send(.excerpts(.tapped))
    #expect(rig.state.overview == nil && rig.state.currentID == .excerpt(1, of: 51))
    // Opened another time, it is shown as it is.
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Overview.Grid(columns: 5, lines: 20, tileLines: 5))))
    await rig.send(.excerpts(.tapped))
    #expect(rig.state.overview == nil && rig.state.excerptStarts.count == 2)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Overview.Grid(columns: 5, lines: 20, tileLines: 5))))
    await rig.send(.overview(.moved(.tiles(1))))
    await rig.send(.overview(.opened))
    #expect(rig.current == 52 && rig.state.excerptStarts.isEmpty)
    await rig.end()
  }

  /// What is looked at in passing was not watched.
  @Test func theSheetIsNoVisit() async {
    let rig = await rig()
    _ = rig.takeImpressions()
    for _ in 0..<5 {
      await rig.send(.overview(.moved(.rows(1))))
      await rig.pass(2)
    }
    #expect(rig.takeImpressions().isEmpty)
    await rig.send(.overview(.opened))
    await rig.pass(2)
    await rig.send(.swiped(by: 1))
    #expect(rig.takeImpressions().map(\.key) == [.file(FilePath("clip75.mp4"))])
    await rig.end()
  }

  /// A held key: nothing is wanted of what is passed.
  @Test func whatIsPassedIsNotMade() async {
    let rig = await rig(clips(0..<2_000), first: 0)
    _ = rig.thumbnails.takeWanted()
    for _ in 0..<40 {
      await rig.send(.overview(.moved(.pages(1))))
      await rig.pass(0.03)
    }
    // The next screen was wanted already.
    #expect(rig.thumbnails.takeWanted().dropFirst(2).allSatisfy { $0.isEmpty })
    await rig.pass(0.1)
    let wanted = rig.thumbnails.takeWanted().last ?? []
    #expect(Array(wanted.prefix(20)) == Array(800..<820))
    #expect(cursor(rig) == 800)
    // No more is kept than a few screens.
    #expect(rig.state.overview?.tiles.count == 60)
    await rig.end()
  }

  @Test func whatStaysOnScreenIsStillMade() async {
    let rig = await rig()
    _ = rig.thumbnails.takeWanted()
    await rig.send(.overview(.scrolled(by: 1)))
    #expect(rig.thumbnails.takeWanted().first == Array(45..<65))
    await rig.end()
  }

  @Test func thumbnailsReachTheirTiles() async {
    let rig = await rig()
    let thumbnail = Thumbnail(.success(1), duration: 12)
    await rig.thumbnails.make([51: thumbnail, 999: thumbnail])
    await rig.settle()
    #expect(rig.state.overview?.tiles[id: 51]?.thumbnail == thumbnail)
    #expect(rig.state.overview?.tiles[id: 50]?.thumbnail == nil)
    await rig.end()
  }

  /// As on a page: if the source has only the name of its file.
  @Test func tilesHaveTheTitlesOfTheirClips() async {
    let rig = await rig()
    await rig.thumbnails.make([50: Thumbnail(.failure(.damaged), title: "Bouncing balls")])
    await rig.settle()
    #expect(rig.state.overview?.tile(at: 50)?.title == "Bouncing balls")
    #expect(rig.state.overview?.tile(at: 51)?.title == "clip51.mp4")
    await rig.end()
  }

  @Test func changesKeepTheCursorOnItsClip() async {
    let rig = await rig()
    await rig.send(.overview(.moved(.rows(1))))
    await rig.pass(0.3)
    let new = (300..<310).map { FeedChange.insert(.clip($0), after: nil) }
    await rig.index.change(new + (0..<5).map { .delete(ItemID(rawValue: $0)) })
    await rig.settle()
    #expect(cursor(rig) == 55)
    #expect(rig.state.overview?.cursor == 60)
    #expect(rig.state.overview?.count == 205)
    // Its clip is deleted: another takes its place.
    await rig.change(.delete(55))
    #expect(cursor(rig) == 56)
    await rig.end()
  }

  @Test func filterIsTheFeeds() async {
    let rig = await rig(clips(0..<40), first: 3)
    await rig.send(.overlayTapped(.filter))
    for letter in "clip2" { await rig.send(.overlay(.line(.typed(String(letter))))) }
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.state.overview?.count == 11)
    #expect(cursor(rig) == 2)
    await rig.end()
  }

  @Test func likesAndVerdictsAreForTheTileUnderTheCursor() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.send(.overview(.moved(.tiles(2))))
    await rig.send(.likeTapped)
    #expect(rig.liked == [.file(FilePath("clip52.mp4"))])
    // Without a thumbnail, nobody has seen it.
    await rig.pass(0.3)
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.reviews == [:])
    await rig.thumbnails.make([52: Thumbnail(.success(1))])
    await rig.pass(0.3)
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.reviews == [52: Review(verdict: .reject)])
    #expect(cursor(rig) == 53)
    await rig.send(.triage(.undoTapped))
    #expect(rig.reviews == [52: Review()])
    #expect(cursor(rig) == 52)
    await rig.end()
  }

  private func marked(_ rig: FeedRig) -> [Int]? {
    rig.state.overview?.marked.ids.map(\.rawValue)
  }

  @Test func severalAreMarkedAndJudgedAtOnce() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.send(.overview(.markTapped))
    await rig.send(.overview(.moved(.tiles(1))))
    await rig.send(.overview(.markTapped))
    #expect(marked(rig) == [50, 52])
    #expect(cursor(rig) == 53)
    await rig.send(.overview(.moved(.tiles(2))))
    // From the last mark to here.
    await rig.send(.overview(.rangeTapped))
    #expect(marked(rig) == [50, 52, 53, 54, 55])
    await rig.send(.triage(.rated(4)))
    #expect(rig.reviews.count == 5)
    #expect(Set(rig.reviews.values) == [Review(rating: 4)])
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(Set(rig.reviews.values) == [Review(verdict: .reject, rating: 4)])
    #expect(marked(rig) == [])
    #expect(cursor(rig) == 55)
    // One undo for the lot.
    await rig.send(.triage(.undoTapped))
    #expect(Set(rig.reviews.values) == [Review(rating: 4)])
    await rig.send(.triage(.undoTapped))
    #expect(Set(rig.reviews.values) == [Review()])
    await rig.send(.triage(.redoTapped))
    #expect(rig.reviews.filter { $0.value == Review(rating: 4) }.count == 5)
    await rig.end()
  }

  /// What follows at once is another decision.
  /// What was judged a moment ago is looked back at on a page, and not among all that match.
  @Test func clipJudgedLastIsNotMarkedWithTheOthers() async {
    let rig = FeedRig(clips(0..<5), first: .clip(0), triage: FeedFilter(text: "is:unreviewed"))
    await rig.send(.appeared)
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.window.contains(0))
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Overview.Grid(columns: 5, lines: 20, tileLines: 5))))
    await rig.send(.overview(.allTapped))
    #expect(marked(rig) == [1, 2, 3, 4])
    await rig.end()
  }

  @Test func decisionsOneByOneAreNoLot() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.thumbnails.make([50: Thumbnail(.success(1))])
    await rig.pass(0.3)
    await rig.send(.triage(.rated(1)))
    await rig.send(.triage(.rated(2)))
    await rig.send(.triage(.undoTapped))
    #expect(rig.reviews == [50: Review(rating: 1)])
    await rig.end()
  }

  @Test func allThatMatchAreMarkedAndLiked() async {
    let rig = await rig(clips(0..<40), first: 3)
    await rig.send(.overview(.allTapped))
    #expect(marked(rig) == Array(0..<40))
    await rig.send(.likeTapped)
    #expect(rig.liked.count == 40)
    await rig.send(.likeTapped)
    #expect(rig.liked.isEmpty)
    await rig.change(.delete(7))
    #expect(marked(rig)?.contains(7) == false)
    await rig.send(.overview(.allTapped))
    #expect(marked(rig) == [])
    await rig.send(.overview(.markTapped))
    // Escape takes the marks away first.
    await rig.send(.escapeTapped)
    #expect(marked(rig) == [])
    #expect(rig.state.overview != nil)
    await rig.end()
  }

  /// What was liked before is not unliked with the rest.
  @Test func likingALotTwiceTakesItBack() async {
    let rig = await rig(clips(0..<9), first: 0)
    await rig.send(.likeTapped)
    await rig.send(.overview(.allTapped))
    await rig.send(.likeTapped)
    #expect(rig.liked.count == 9)
    // A file that was never marked has gone.
    await rig.change(.delete(99))
    await rig.send(.likeTapped)
    #expect(rig.liked == [.file(FilePath("clip0.mp4"))])
    await rig.send(.likeTapped)
    #expect(rig.liked.count == 9)
    // Other marks, and all of them are liked: they are unliked.
    await rig.send(.overview(.markTapped))
    await rig.send(.likeTapped)
    #expect(rig.liked.count == 1)
    await rig.end()
  }

  @Test func aLotThatIsNotSavedWasNotDecided() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.send(.overview(.markTapped))
    await rig.send(.overview(.markTapped))
    rig.failLikes(FeedError(.system(28), place: "flick.db"))
    await rig.send(.triage(.rated(3)))
    #expect(rig.state.marks(of: 50).review?.rating ?? 0 == 0)
    #expect(rig.state.triage.undo.done.isEmpty)
    rig.failLikes(nil)
    await rig.send(.triage(.rated(3)))
    rig.failLikes(FeedError(.system(28), place: "flick.db"))
    await rig.send(.triage(.undoTapped))
    #expect(rig.state.marks(of: 51).review?.rating == 3)
    #expect(rig.state.triage.undo.lots.map(\.decisions.count) == [2])
    await rig.end()
  }

  @Test func tagsAreAddedToThoseOfEach() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.send(.overview(.markTapped))
    await rig.send(.triage(.tagged(0)))
    await rig.send(.overview(.markTapped))
    await rig.send(.overlayTapped(.tags))
    for letter in "fog" { await rig.send(.overlay(.line(.typed(String(letter))))) }
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.reviews == [50: Review(tags: ["night", "fog"]), 51: Review(tags: ["fog"])])
    await rig.end()
  }

  @Test func tabGoesToTheNextFolderInTheSheetAndOnAPage() async {
    let rig = FeedRig(clips(0..<60), first: .clip(12))
    rig.index.sections.withLock {
      $0 = [
        FeedSection(.title("a/"), start: 0, count: 10),
        FeedSection(.title("b/"), start: 10, count: 20),
        FeedSection(.title("c/"), start: 30, count: 30),
      ]
    }
    await rig.send(.appeared)
    await rig.send(.sections(.counted(60)))
    await rig.send(.sections(.tapped(by: 1)))
    #expect(rig.current == 30)
    await rig.send(.sections(.tapped(by: 1)))
    #expect(rig.current == 30)
    await rig.send(.swiped(by: 1))
    await rig.send(.sections(.tapped(by: -1)))
    #expect(rig.current == 30)
    await rig.send(.sections(.tapped(by: -1)))
    #expect(rig.current == 10)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Overview.Grid(columns: 5, lines: 20, tileLines: 5))))
    #expect(rig.state.overview?.sections.count == 3)
    await rig.send(.sections(.tapped(by: 1)))
    #expect(cursor(rig) == 30)
    #expect(rig.state.overview?.visibleRows.first?.content == .heading(2))
    await rig.end()
  }

  @Test func clipsDoNotTurnPagesThere() async {
    let rig = FeedRig(clips(0..<5), first: .clip(0), loopMode: .feed)
    await rig.send(.appeared)
    _ = rig.players.takeCalls()
    await rig.send(.overviewTapped)
    #expect(rig.players.takeCalls() == [.loopMode(.one)])
    await rig.send(.item(0, .clip(.didPlayToEnd)))
    #expect(rig.current == 0)
    await rig.send(.overviewTapped)
    #expect(rig.players.takeCalls().contains(.loopMode(.feed)))
    await rig.send(.item(0, .clip(.didPlayToEnd)))
    #expect(rig.current == 1)
    await rig.end()
  }

  /// What was decided about clips that were never on screen is not lost by an undo.
  @Test func marksOfAllKnowTheirReviews() async {
    let kept = Lot(
      id: 1, key: .file(FilePath("clip190.mp4")), title: "clip190.mp4", before: Review(),
      after: Review(verdict: .keep, rating: 2))
    let rig = FeedRig(
      clips(0..<200), first: .clip(0), triage: FeedFilter.none, lots: [kept])
    await rig.send(.appeared)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Overview.Grid(columns: 5, lines: 20, tileLines: 5))))
    await rig.send(.overview(.allTapped))
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.reviews.count == 200)
    #expect(rig.reviews[190] == Review(verdict: .reject, rating: 2))
    await rig.send(.triage(.undoTapped))
    #expect(rig.reviews[190] == Review(verdict: .keep, rating: 2))
    #expect(rig.state.marks(of: 190).review == Review(verdict: .keep, rating: 2))
    await rig.end()
  }

  @Test func aTileThatIsThereIsJudgedAfterAMoment() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.thumbnails.make(
      [50: Thumbnail(.success(1)), 51: Thumbnail(.success(2))])
    await rig.settle()
    await rig.send(.overview(.moved(.tiles(1))))
    await rig.send(.triage(.rated(2)))
    #expect(rig.reviews.isEmpty)
    await rig.pass(0.2)
    await rig.send(.triage(.rated(2)))
    #expect(rig.reviews == [51: Review(rating: 2)])
    await rig.end()
  }

  @Test func aFilterWithoutMatchesLeavesNothingUnderTheCursor() async {
    let rig = await rig(clips(0..<40), first: 0)
    await rig.send(.overlayTapped(.filter))
    for letter in "nothing" { await rig.send(.overlay(.line(.typed(String(letter))))) }
    await rig.send(.overlay(.line(.returnTapped)))
    #expect(rig.state.overview?.count == 0)
    #expect(rig.state.subject == nil)
    await rig.send(.likeTapped)
    #expect(rig.liked.isEmpty)
    await rig.send(.overviewTapped)
    #expect(rig.state.overview == nil)
    await rig.send(.escapeTapped)
    #expect(rig.state.filter == .none)
    await rig.end()
  }

  /// Back to where the search began, also after a search that found nothing.
  @Test func escapeFromASearchReturnsToItsClip() async {
    for word in ["clip2", "nothing"] {
      let rig = await rig(clips(0..<40), first: 0)
      await rig.send(.overlayTapped(.number))
      for digit in "12" { await rig.send(.overlay(.line(.typed(String(digit))))) }
      await rig.send(.overlay(.line(.returnTapped)))
      #expect(cursor(rig) == 11)
      await rig.send(.overview(.moved(.tiles(2))))
      await rig.pass(1)
      await rig.send(.overlayTapped(.filter))
      for letter in word { await rig.send(.overlay(.line(.typed(String(letter))))) }
      await rig.send(.overlay(.line(.escapeTapped)))
      #expect(cursor(rig) == 13, "\(word)")
      #expect(rig.state.overview?.count == 40)
      await rig.end()
    }
  }

  @Test func movingOnWhileAPageOpensKeepsTheSheet() async {
    let rig = await rig()
    await rig.send(.overview(.moved(.tiles(3))))
    rig.index.hold()
    await rig.send(.overview(.opened))
    await rig.send(.overview(.moved(.tiles(1))))
    rig.index.release()
    await rig.pass(1)
    #expect(rig.state.overview?.isClosing == false)
    #expect(rig.current == 54)
    await rig.end()
  }

  @Test func aTileThatIsNotReadYetIsOpenedOnceItIs() async {
    let rig = await rig(clips(0..<2_000), first: 0)
    rig.index.hold()
    await rig.send(.overview(.moved(.last)))
    await rig.send(.overview(.opened))
    #expect(rig.state.overview != nil)
    rig.index.release()
    await rig.settle()
    #expect(rig.state.overview == nil)
    #expect(rig.current == 1_999)
    await rig.end()
  }

  @Test func aPageThatCannotBeOpenedLeavesTheSheet() async {
    let rig = await rig()
    await rig.send(.overview(.moved(.tiles(1))))
    rig.index.fail(FeedError(.unreachable, place: "example.com"))
    await rig.send(.overview(.opened))
    #expect(rig.state.overview?.isClosing == false)
    #expect(cursor(rig) == 51)
    await rig.send(.overview(.opened))
    #expect(rig.state.overview == nil)
    #expect(rig.current == 51)
    await rig.end()
  }

  @Test func changedClipsHaveNewThumbnails() async {
    let rig = await rig()
    await rig.thumbnails.make([50: Thumbnail(.failure(.damaged))])
    await rig.settle()
    await rig.change(.reload(.clip(50)))
    #expect(rig.state.overview?.tiles[id: 50]?.thumbnail == nil)
    await rig.end()
  }

  /// First what was typed goes, then the overview.
  @Test func escapeClearsTheFilterBeforeTheSheet() async {
    let rig = await rig(clips(0..<40), first: 3)
    for word in ["clip2", "nothing"] {
      await rig.send(.overlayTapped(.filter))
      for letter in word { await rig.send(.overlay(.line(.typed(String(letter))))) }
      await rig.send(.overlay(.line(.returnTapped)))
      if word == "clip2" {
        await rig.send(.overview(.moved(.last)))
        await rig.pass(1)
        await rig.send(.overview(.moved(.tiles(-1))))
      }
      await rig.send(.escapeTapped)
      #expect(rig.state.filter == .none)
      #expect(rig.state.overview?.count == 40)
      #expect(cursor(rig) == 28, "\(word)")
    }
    await rig.send(.overview(.moved(.to(3))))
    await rig.pass(1)
    await rig.send(.escapeTapped)
    #expect(rig.state.overview == nil)
    #expect(rig.current == 3)
    await rig.end()
  }

  @Test func emptyFeedHasAnEmptySheet() async {
    let rig = FeedRig([])
    await rig.send(.appeared)
    await rig.send(.overviewTapped)
    await rig.send(.overview(.laidOut(Overview.Grid(columns: 5, lines: 20, tileLines: 5))))
    for move in [Overview.Move.tiles(1), .rows(-1), .pages(1), .last] {
      await rig.send(.overview(.moved(move)))
    }
    await rig.send(.likeTapped)
    await rig.send(.overview(.opened))
    #expect(rig.state.overview == nil)
    await rig.end()
  }
}
