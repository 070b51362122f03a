import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// Excerpts of a clip in its place, and the film that plays on from one.
@MainActor
@Suite struct ExcerptTests {
  private static let spans = [10, 100, 300].compactMap { TimeSpan(start: $0, end: $0 + 6) }

  private func rig(
    _ items: [FeedItem] = clips(0..<9), loopMode: LoopMode = .one, triage: FeedFilter? = nil,
    excerpts: Excerpts.State = Excerpts.State()
  ) async -> FeedRig {
    let rig = FeedRig(
      items, first: items[3], loopMode: loopMode, triage: triage, excerpts: excerpts)
    rig.players.setExcerpts(.success(Self.spans))
    await rig.send(.appeared)
    await rig.pass(4)
    _ = rig.players.takeCalls()
    return rig
  }

  private func piece(_ number: Int, of item: ItemID = 3) -> PageID { .excerpt(number, of: item) }

  private func film(of item: ItemID = 3) -> PageID { .film(of: item) }

  @Test func inThroughOnAndBackIsKnown() async {
    let rig = await rig()
    let item = FeedItem.clip(3)
    let shown = ItemExcerpts(of: item, spans: Self.spans)
    let pieces = shown.pages
    await rig.store.send(.excerpts(.tapped)) {
      $0.excerpts.awaited = 3
      $0.toast.message = .findingExcerpts
    }
    await rig.store.receive(.excerpts(.found(.success(Self.spans), of: item, at: 0))) {
      $0.excerpts.awaited = nil
    }
    await rig.store.receive(.excerpts(.delegate(.answer(.success(Self.spans), of: item, at: 0)))) {
      $0.toast.message = .excerpts(3)
      $0.window.excerpts = [3: shown]
      $0.window.pages.remove(id: 3)
      $0.window.pages.insert(contentsOf: pieces, at: 3)
      $0.window.pages[id: piece(1)]?.clip?.play = .playing
      $0.window.pages[id: piece(1)]?.clip?.spinner = .pending
      ($0.window.currentID, $0.window.lastID) = (piece(1), piece(1))
      $0.window.revision += 1
      $0.prepared = $0.window.preload
      $0.visit = Visit(id: piece(1), start: 1_004, runningSince: nil)
      $0.marks[3] = ItemMarks(seen: 1_004)
      $0.placeSaved = 1_004
    }
    await rig.store.receive(.item(piece(1), .clip(.statusChanged(.ready)))) {
      $0.window.pages[id: piece(1)]?.clip?.status = .ready
      $0.window.pages[id: piece(1)]?.clip?.spinner = .hidden
      $0.visit?.runningSince = 1_004
    }
    let opened = rig.players.takeCalls()
    for (number, span) in Self.spans.enumerated() {
      #expect(opened.contains(.open(PlayerID(piece(number + 1)), span, from: nil)))
    }
    #expect(opened.contains(.delete([3])) && opened.contains(.play(PlayerID(piece(1)))))

    await rig.store.send(.swiped(by: 1)) {
      $0.window.pages[id: 0]?.clip?.status = .unknown
      $0.window.pages[id: piece(1)]?.clip?.play = .away
      $0.window.pages[id: piece(2)]?.clip?.play = .playing
      $0.window.pages[id: piece(2)]?.clip?.spinner = .pending
      ($0.window.currentID, $0.window.lastID) = (piece(2), piece(2))
      $0.prepared = $0.window.preload
      $0.visit = Visit(id: piece(2), start: 1_004, runningSince: nil)
      $0.placeSaved = 1_007
    }
    await rig.store.receive(.item(piece(2), .clip(.statusChanged(.ready)))) {
      $0.window.pages[id: piece(2)]?.clip?.status = .ready
      $0.window.pages[id: piece(2)]?.clip?.spinner = .hidden
      $0.visit?.runningSince = 1_004
    }
    #expect(rig.players.takeCalls().contains(.play(PlayerID(piece(2)))))
    rig.players.setTime(PlaybackTime(position: 103, duration: 600), of: PlayerID(piece(2)))

    // The film plays on from there.
    var whole = FeedItem(id: 3, kind: .clip(Clip(file: FilePath("clip3.mp4"))))
    whole.origin = item.key
    await rig.store.send(.excerpts(.filmTapped))
    await rig.store.receive(.excerpts(.timeFound(of: piece(2), 103))) {
      $0.toast.message = .film
      $0.window.excerpts[3]?.film = ItemExcerpts.Film(item: whole, start: nil, origin: piece(2))
      $0.window.pages.remove(id: piece(2))
      $0.window.pages.insert(contentsOf: [Item.State(whole, film())], at: 4)
      $0.window.pages[id: film()]?.clip?.play = .playing
      $0.window.pages[id: film()]?.clip?.spinner = .pending
      ($0.window.currentID, $0.window.lastID) = (film(), film())
      $0.window.revision += 1
      $0.prepared = $0.window.preload
      $0.visit = Visit(id: film(), start: 1_004, runningSince: nil)
    }
    await rig.store.receive(.item(film(), .clip(.statusChanged(.ready)))) {
      $0.window.pages[id: film()]?.clip?.status = .ready
      $0.window.pages[id: film()]?.clip?.spinner = .hidden
      $0.visit?.runningSince = 1_004
    }
    #expect(rig.players.takeCalls().contains(.open(PlayerID(film()), nil, from: 103)))

    // Back to the piece, and to the clip.
    await rig.store.send(.escapeTapped) {
      $0.window.excerpts[3]?.film = nil
      $0.window.pages.remove(id: film())
      $0.window.pages.insert(contentsOf: [pieces[1]], at: 4)
      $0.window.pages[id: piece(2)]?.clip?.play = .playing
      $0.window.pages[id: piece(2)]?.clip?.spinner = .pending
      ($0.window.currentID, $0.window.lastID) = (piece(2), piece(2))
      $0.window.revision += 1
      $0.prepared = $0.window.preload
      $0.visit = Visit(id: piece(2), start: 1_004, runningSince: nil)
    }
    await rig.store.receive(.item(piece(2), .clip(.statusChanged(.ready)))) {
      $0.window.pages[id: piece(2)]?.clip?.status = .ready
      $0.window.pages[id: piece(2)]?.clip?.spinner = .hidden
      $0.visit?.runningSince = 1_004
    }
    await rig.store.send(.escapeTapped) {
      $0.window.excerpts = [:]
      for piece in pieces { $0.window.pages.remove(id: piece.id) }
      $0.window.pages.insert(contentsOf: [Item.State(item)], at: 3)
      $0.window.pages[id: 3]?.clip?.play = .playing
      $0.window.pages[id: 3]?.clip?.spinner = .pending
      ($0.window.currentID, $0.window.lastID) = (3, 3)
      $0.window.revision += 1
      $0.prepared = $0.window.preload
      $0.visit = Visit(id: 3, start: 1_004, runningSince: nil)
    }
    await rig.store.receive(.item(3, .clip(.statusChanged(.ready)))) {
      $0.window.pages[id: 3]?.clip?.status = .ready
      $0.window.pages[id: 3]?.clip?.spinner = .hidden
      $0.visit?.runningSince = 1_004
    }

    #expect(rig.players.takeCalls().contains(.create(3)))

    // The clip is where the next start begins.
    _ = rig.takePlaces()
    await rig.store.send(.left) {
      $0.toast.message = nil
      $0.window.pages[id: 3]?.clip?.play = .away
      $0.visit = nil
    }
    #expect(rig.takePlaces() == [item.key])
    await rig.store.finish()
  }

  @Test func swipesLeadThroughThePiecesToTheNeighbours() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 3))
    #expect(rig.current == 4)
    await rig.send(.swiped(by: -1))
    #expect(rig.state.currentID == piece(3))
    await rig.send(.swiped(by: -3))
    #expect(rig.current == 2)
    await rig.end()
  }

  @Test func keyTakesExcerptsAway() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 1))
    await rig.send(.excerpts(.tapped))
    #expect(rig.current == 3 && rig.window.allSatisfy { $0 < 9 })
    await rig.end()
  }

  @Test func keyOpensTheNearestExcerpt() async {
    let rig = await rig()
    rig.players.setTime(PlaybackTime(position: 190, duration: 600), of: 3)
    await rig.send(.excerpts(.tapped))
    #expect(rig.state.currentID == piece(2))
    await rig.end()
  }

  @Test func keyInTheFilmGoesToTheNearestExcerpt() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    await rig.send(.excerpts(.filmTapped))
    rig.players.setTime(PlaybackTime(position: 290, duration: 600), of: PlayerID(film()))
    await rig.send(.excerpts(.tapped))
    #expect(rig.state.currentID == piece(3) && rig.state.items.ids.count { $0.item == 3 } == 3)
    await rig.end()
  }

  /// The film stands in the place of the excerpt that led to it.
  @Test func swipesInTheFilmLeadToTheExcerptsBesideIt() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 1))
    await rig.send(.excerpts(.filmTapped))
    await rig.send(.swiped(by: 1))
    #expect(rig.state.currentID == piece(3) && !rig.state.isFilm)
    await rig.send(.swiped(by: -1))
    #expect(rig.state.isFilm)
    await rig.send(.swiped(by: -1))
    #expect(rig.state.currentID == piece(1))
    // Then it takes the place of the other one, where that is.
    rig.players.setTime(PlaybackTime(position: 13, duration: 600), of: PlayerID(piece(1)))
    _ = rig.players.takeCalls()
    await rig.send(.excerpts(.filmTapped))
    #expect(rig.players.takeCalls().contains(.seek(PlayerID(film()), 13)))
    await rig.send(.swiped(by: 1))
    #expect(rig.state.currentID == piece(2))
    await rig.end()
  }

  /// Where an earlier run was left counts until its clip is left.
  @Test(arguments: [(false, 2), (true, 3)])
  func excerptOfTheLastRunIsOpened(isLeft: Bool, number: Int) async {
    let last = LastPlace(key: .file(FilePath("clip3.mp4")), excerptStart: 100)
    let rig = await rig(excerpts: Excerpts.State(last: last))
    rig.players.setTime(PlaybackTime(position: 500, duration: 600), of: 3)
    if isLeft {
      await rig.send(.swiped(by: 1))
      await rig.send(.swiped(by: -1))
      rig.players.setTime(PlaybackTime(position: 500, duration: 600), of: 3)
    }
    await rig.send(.excerpts(.tapped))
    #expect(rig.state.currentID == piece(number))
    await rig.end()
  }

  @Test func undoReturnsToTheExcerpt() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 1))
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.current == 4)
    await rig.send(.triage(.undoTapped))
    #expect(rig.state.currentID == piece(2))
    await rig.end()
  }

  @Test func secondKeyStopsTheSearch() async {
    let rig = await rig()
    rig.players.setExcerpts(nil)
    await rig.store.send(.excerpts(.tapped)) {
      $0.excerpts.awaited = 3
      $0.toast.message = .findingExcerpts
    }
    await rig.store.send(.excerpts(.tapped)) { $0.excerpts.awaited = nil }
    #expect(rig.current == 3)
    await rig.end()
  }

  /// Whoever has swiped on does not want to come back.
  @Test func excerptsOfAClipThatWasLeftAreNotShown() async {
    let rig = await rig()
    rig.players.setExcerpts(nil)
    await rig.store.send(.excerpts(.tapped)) {
      $0.excerpts.awaited = 3
      $0.toast.message = .findingExcerpts
    }
    await rig.send(.swiped(by: 1))
    await rig.send(.excerpts(.found(.success(Self.spans), of: .clip(3), at: 0)))
    #expect(rig.current == 4 && rig.state.window.excerpts.isEmpty)
    await rig.end()
  }

  @Test func clipWithoutExcerptsStays() async {
    let rig = await rig()
    rig.players.setExcerpts(.failure(.isShort))
    await rig.send(.excerpts(.tapped))
    #expect(rig.current == 3 && rig.state.excerpts.awaited == nil)
    await rig.end()
  }

  @Test(arguments: [
    (by: 2.0, isInside: true), (by: -2, isInside: true), (by: 5, isInside: false),
    (by: -30, isInside: false),
  ])
  func seekOutOfAnExcerptPlaysTheFilm(by seconds: Double, isInside: Bool) async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    let player = PlayerID(piece(1))
    rig.players.setTime(PlaybackTime(position: 13, duration: 600), of: player)
    _ = rig.players.takeCalls()
    await rig.send(.item(piece(1), .clip(.seekTapped(by: seconds))))
    let calls = rig.players.takeCalls()
    #expect(calls.contains(.seek(player, 13 + seconds)) == isInside)
    #expect(rig.state.isFilm != isInside)
    let from = max(13 + seconds, 0)
    #expect(calls.contains(.open(PlayerID(film()), nil, from: from)) != isInside)
    await rig.end()
  }

  @Test func dragOutOfAnExcerptPlaysTheFilmWhereItEnds() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    rig.players.setTime(PlaybackTime(position: 13, duration: 600), of: PlayerID(piece(1)))
    for action in [
      ClipItem.Action.scrubBegan(at: 0.02), .scrubMoved(to: 0.5), .scrubEnded(at: 0.7),
    ] {
      await rig.send(.item(piece(1), .clip(action)))
    }
    #expect(rig.state.isFilm)
    #expect(rig.players.takeCalls().contains(.open(PlayerID(film()), nil, from: 420)))
    await rig.end()
  }

  @Test(
    arguments: [(start: 200.0, leads: 203.0), (start: nil, leads: nil)] as [(Double?, Double?)])
  func filmOfAPieceOfAWebFeed(start: Double?, leads: Double?) async throws {
    let whole = try #require(RemoteAddress("https://example.org/film.mkv"))
    var facts = ItemFacts()
    facts.film = Film(location: .remote(whole), start: start, duration: 3730)
    var items = clips(0..<9)
    items[3] = FeedItem(id: 3, kind: items[3].kind, facts: facts)
    let rig = await rig(items)
    rig.players.setTime(PlaybackTime(position: 3, duration: 6), of: 3)
    await rig.send(.excerpts(.filmTapped))
    #expect(rig.state.isFilm && rig.state.current?.clip?.clip.location == .remote(whole))
    // Its times are not those of the piece.
    #expect(!rig.state.isMarkable && rig.state.window.excerpts[3]?.film?.start == nil)
    let calls = rig.players.takeCalls()
    #expect(
      calls.contains(
        leads == nil ? .create(PlayerID(film())) : .open(PlayerID(film()), nil, from: leads)))
    // The same key leads back.
    await rig.send(.excerpts(.filmTapped))
    #expect(rig.current == 3 && rig.state.window.excerpts.isEmpty)
    await rig.end()
  }

  @Test func partInAnAddressLeadsToItsClip() async throws {
    let part = try #require(RemoteAddress("https://example.org/film.mkv#t=10,16"))
    var items = clips(0..<9)
    items[3] = FeedItem(id: 3, kind: .playing(Clip(location: .remote(part), title: "film")))
    let rig = await rig(items)
    rig.players.setTime(PlaybackTime(position: 12, duration: 600), of: 3)
    await rig.send(.excerpts(.filmTapped))
    #expect(rig.state.current?.clip?.clip.location == .remote(part.whole))
    // What is decided about the film is decided about the part.
    await rig.send(.likeTapped)
    #expect(rig.liked == [.remote(part)] && rig.state.marks(of: 3).isLiked)
    #expect(rig.players.takeCalls().contains(.open(PlayerID(film()), nil, from: 12)))
    await rig.send(.escapeTapped)
    #expect(rig.current == 3)
    await rig.end()
  }

  @Test func clipThatIsWholeHasNoFilm() async {
    let rig = await rig()
    await rig.send(.excerpts(.filmTapped))
    #expect(rig.current == 3 && !rig.state.isFilm)
    await rig.end()
  }

  @Test func likesAndVerdictsAreThoseOfTheClip() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.send(.excerpts(.tapped))
    await rig.send(.likeTapped)
    #expect(rig.state.currentMarks.isLiked && rig.liked == [FeedItem.clip(3).key])
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: true)))
    #expect(rig.reviews == [3: Review(verdict: .keep)])
    // The other pieces are judged, too.
    #expect(rig.current == 4)
    await rig.send(.triage(.undoTapped))
    #expect(rig.state.currentItem == 3 && rig.reviews[3]?.verdict == nil)
    await rig.end()
  }

  @Test func notesAreThoseOfTheClip() async {
    let rig = await rig(triage: FeedFilter.none)
    rig.notes.withLock { $0[FilePath("clip3.mp4")] = FileNotes(review: Review(rating: 4)) }
    await rig.send(.swiped(by: 1))
    await rig.send(.swiped(by: -1))
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 1))
    #expect(rig.state.review(of: 3).rating == 4)
    await rig.see()
    await rig.send(.triage(.judged(.keep, goesOn: false)))
    #expect(rig.reviews[3] == Review(verdict: .keep, rating: 4))
    await rig.end()
  }

  @Test func verdictOnTheLastClipOfAFilterLeavesIt() async {
    let rig = FeedRig(clips(0..<1), triage: Triage.filter(.none, hidesJudged: true))
    rig.players.setExcerpts(.success(Self.spans))
    await rig.send(.appeared)
    await rig.pass(4)
    await rig.send(.excerpts(.tapped))
    #expect(rig.state.currentID == piece(1, of: 0))
    await rig.see()
    await rig.send(.triage(.judged(.reject, goesOn: true)))
    #expect(rig.reviews == [0: Review(verdict: .reject)] && rig.state.items.isEmpty)
    await rig.end()
  }

  @Test func rotationIsThatOfAllPieces() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    _ = rig.players.takeCalls()
    await rig.send(.rotateTapped)
    let turned = Set(
      rig.players.takeCalls().compactMap { call in
        if case .rotation(let id, _) = call { id } else { nil }
      })
    #expect(turned == Set((1...3).map { PlayerID(piece($0)) }))
    await rig.end()
  }

  @Test func marksAreTimesOfTheFilm() async {
    let rig = await rig(triage: FeedFilter.none)
    await rig.send(.excerpts(.tapped))
    rig.players.setTime(PlaybackTime(position: 13, duration: 600), of: PlayerID(piece(1)))
    await rig.see()
    await rig.send(.triage(.pointTapped(.out)))
    #expect(rig.reviews[3]?.outPoint == 13)
    // A piece repeats by itself.
    #expect(rig.state.loopedPart == nil)
    await rig.end()
  }

  @Test func placeIsThatOfTheClip() async {
    let rig = await rig()
    _ = rig.takePlaces()
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 1))
    await rig.send(.left)
    #expect(Set(rig.takePlaces()) == [FeedItem.clip(3).key])
    await rig.end()
  }

  @Test func deletedClipTakesItsPiecesAway() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 1))
    await rig.change(.delete(3))
    #expect(rig.current == 4 && rig.window.allSatisfy { $0 < 9 })
    #expect(rig.state.window.excerpts.isEmpty)
    await rig.end()
  }

  @Test func changedClipIsShownWhole() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    await rig.change(.reload(.clip(3)))
    #expect(rig.current == 3 && rig.state.window.excerpts.isEmpty)
    await rig.end()
  }

  @Test func otherChangesOfTheSourceLeaveThePieceOnScreen() async {
    let rig = await rig()
    await rig.send(.excerpts(.tapped))
    await rig.send(.swiped(by: 1))
    await rig.change(.rearranged)
    await rig.change(.insert(.clip(77), after: 3))
    #expect(rig.state.currentID == piece(2))
    await rig.send(.swiped(by: 2))
    #expect(rig.current == 77)
    await rig.end()
  }

  @Test func endOfAPieceLeadsToTheNextOne() async {
    let rig = await rig(loopMode: .feed)
    await rig.send(.excerpts(.tapped))
    rig.players.reportEnd(of: PlayerID(piece(1)))
    await rig.settle()
    #expect(rig.state.currentID == piece(2))
    await rig.end()
  }

  @Test func wholeFeedIsShownByExcerpts() async {
    let rig = await rig(excerpts: Excerpts.State(isForAll: true))
    #expect(rig.state.currentID == piece(1))
    #expect(rig.state.window.excerpts.keys.count == rig.state.window.pages.count / 3)
    await rig.send(.swiped(by: 3))
    #expect(rig.state.currentID == piece(1, of: 4))
    await rig.send(.swiped(by: -1))
    #expect(rig.state.currentID == piece(3, of: 3))
    await rig.send(.lastTapped)
    #expect(rig.state.currentItem == 8)
    await rig.end()
  }

  /// What left the window has excerpts again when it comes back.
  @Test func wholeFeedStaysShownByExcerpts() async {
    let rig = FeedRig(clips(0..<60), first: .clip(0), excerpts: Excerpts.State(isForAll: true))
    rig.players.setExcerpts(.success(Self.spans))
    await rig.send(.appeared)
    await rig.send(.lastTapped)
    await rig.send(.firstTapped)
    #expect(rig.state.currentID == piece(1, of: 0))
    await rig.change(.reload(.clip(0)))
    #expect(rig.state.currentID == piece(1, of: 0))
    // What the user took away stays away.
    await rig.send(.escapeTapped)
    await rig.send(.swiped(by: 1))
    await rig.send(.swiped(by: -1))
    #expect(rig.current == 0)
    await rig.end()
  }

  @Test func excerptsDoNotCloseWhatIsOpen() async {
    let rig = FeedRig(clips(0..<9), first: .clip(3), excerpts: Excerpts.State(isForAll: true))
    rig.players.setExcerpts(nil)
    await rig.send(.appeared)
    await rig.send(.overlayTapped(.details))
    await rig.send(.excerpts(.found(.success(Self.spans), of: .clip(3), at: 0)))
    #expect(rig.current == 3 && rig.state.overlay?.details != nil)
    await rig.end()
  }

  @Test func farSwipesThroughAFeedOfExcerptsFindTheirPage() async {
    let rig = FeedRig(clips(0..<400), first: .clip(0), excerpts: Excerpts.State(isForAll: true))
    rig.players.setExcerpts(.success(Self.spans))
    await rig.send(.appeared)
    for _ in 0..<120 {
      await rig.send(.swiped(by: 7))
      #expect(rig.state.window.pages.count < 500)
    }
    let held = Set(rig.state.items.ids.compactMap(\.item))
    #expect(rig.state.window.excerpts.keys.allSatisfy(held.contains))
    await rig.end()
  }
}
