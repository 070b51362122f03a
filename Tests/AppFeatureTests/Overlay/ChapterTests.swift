import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

/// The keys that lead through a long clip: chapters, events, and seeks that are held.
@MainActor
@Suite struct ChapterTests {
  private static let chapters = [
    Chapter(start: 0, end: 60, title: "Start"), Chapter(start: 60, end: 300, title: "Middle"),
    Chapter(start: 300, end: 600, title: "End"),
  ]

  private func rig(at time: Double, _ chapters: [Chapter] = chapters) async -> FeedRig {
    let rig = FeedRig(clips(0..<9), first: .clip(3))
    var details = MediaDetails()
    details.chapters = chapters
    rig.players.setDetails(details, of: 3)
    rig.players.setTime(PlaybackTime(position: time, duration: 600), of: 3)
    await rig.send(.appeared)
    await rig.pass(4)
    _ = rig.players.takeCalls()
    return rig
  }

  @Test(arguments: [
    (at: 0.0, by: 1, leads: 60.0), (59, 1, 60), (60, 1, 300), (400, 1, 300), (10, 2, 300),
    (10, 99, 300), (61, -1, 0), (63, -1, 60), (301, -1, 60), (500, -1, 300), (500, -2, 60),
    (1, -1, 0), (500, Int.min, 0), (0, Int.max, 300),
  ])
  func keysLeadFromChapterToChapter(at time: Double, by steps: Int, leads start: Double) async {
    let rig = await rig(at: time)
    await rig.send(.item(3, .clip(.chapterTapped(by: steps))))
    #expect(rig.players.takeCalls() == [.seek(3, start)])
    await rig.end()
  }

  @Test func chaptersThatBeginLateLeaveATimeBefore() {
    let late = Self.chapters.dropFirst().map(\.self)
    #expect(late.place(1, from: 10)?.chapter.start == 60)
    #expect(late.place(-1, from: 10)?.chapter.start == 60)
    #expect([Chapter]().place(1, from: 0) == nil)
  }

  @Test func clipWithoutChaptersStays() async {
    let rig = await rig(at: 100, [])
    await rig.send(.item(3, .clip(.chapterTapped(by: 1))))
    await rig.send(.overlayTapped(.chapters))
    #expect(rig.players.takeCalls().isEmpty && rig.state.overlay?.chapters == nil)
    await rig.end()
  }

  @Test func listLeadsToAChapter() async {
    let rig = await rig(at: 100)
    await rig.store.send(.overlayTapped(.chapters))
    await rig.store.receive(.chaptersFound(Self.chapters, of: 3, at: 100)) {
      $0.overlay = Overlay.State(.chapters(Chapters.State(Self.chapters, at: 100)))
      $0.window.pages[id: 3]?.clip?.hold = .overlay
      $0.visit?.watched = 4
      $0.visit?.runningSince = nil
    }
    #expect(rig.state.overlay?.chapters?.selected == 1)
    await rig.store.send(.overlay(.chapters(.moved(by: 1)))) {
      $0.overlay?.chapters?.move(by: 1)
    }
    #expect(rig.state.overlay?.chapters?.selected == 2)
    await rig.store.send(.overlay(.chapters(.chosen)))
    await rig.store.receive(.overlay(.chapters(.delegate(.seek(to: 300))))) {
      $0.overlay = nil
      $0.window.pages[id: 3]?.clip?.hold = nil
      $0.visit?.runningSince = 1_004
    }
    #expect(rig.players.takeCalls() == [.pause(3), .seek(3, 300), .play(3)])
    await rig.end()
  }

  @Test func listStaysWithinItsEnds() {
    var list = Chapters.State(Self.chapters, at: -5)
    #expect(list.selected == 0)
    for rows in [-1, Int.min, 5, Int.max, -1] { list.move(by: rows) }
    #expect(list.selected == 1)
  }

  @Test(arguments: [Feed.Action.escapeTapped, .overlayTapped(.chapters)])
  func listIsClosed(by action: Feed.Action) async {
    let rig = await rig(at: 100)
    await rig.send(.overlayTapped(.chapters))
    #expect(rig.state.overlay?.chapters != nil)
    // Help takes its place, and it takes the place of help.
    await rig.send(.overlayTapped(.help))
    #expect(rig.state.overlay == Overlay.State(.help))
    await rig.send(.overlayTapped(.chapters))
    #expect(rig.state.overlay?.chapters != nil)
    await rig.send(action)
    #expect(rig.state.overlay == nil && rig.players.takeCalls().last == .play(3))
    await rig.end()
  }

  @Test func swipeClosesTheList() async {
    let rig = await rig(at: 100)
    await rig.send(.overlayTapped(.chapters))
    await rig.send(.swiped(by: 1))
    #expect(rig.state.overlay?.chapters == nil && rig.state.current?.clip?.hold == nil)
    await rig.end()
  }

  @Test func chapterOutsideOfAnExcerptIsTheFilms() async {
    let rig = await rig(at: 100)
    rig.players.setExcerpts(.success([10, 100].compactMap { TimeSpan(start: $0, end: $0 + 6) }))
    await rig.send(.excerpts(.tapped))
    let piece = PageID.excerpt(2, of: 3)
    var details = MediaDetails()
    details.chapters = Self.chapters
    rig.players.setDetails(details, of: PlayerID(piece))
    rig.players.setTime(PlaybackTime(position: 102, duration: 600), of: PlayerID(piece))
    await rig.send(.item(piece, .clip(.chapterTapped(by: -1))))
    #expect(rig.state.isFilm)
    #expect(rig.players.takeCalls().contains(.open(PlayerID(.film(of: 3)), nil, from: 60)))
    await rig.end()
  }

  @Test(
    arguments: [
      (at: 0.0, by: 1, leads: 50.0), (50, 1, 200), (199.5, 1, nil), (51, -1, nil), (53, -1, 50),
      (500, -1, 200), (500, 1, nil),
    ] as [(at: Double, by: Int, leads: Double?)])
  func keysLeadToWhatHappens(at time: Double, by steps: Int, leads: Double?) async {
    let rig = await rig(at: time)
    rig.players.setEvents([50, 200])
    await rig.send(.item(3, .clip(.eventTapped(by: steps))))
    #expect(rig.players.takeCalls() == (leads.map { [.seek(3, $0)] } ?? []))
    await rig.end()
  }

  // MARK: Held keys

  /// How far a key leads that repeats 30 times a second, in seconds.
  private func way(_ seconds: Double, for duration: Double) -> [Double] {
    var run = SeekRun(seconds, at: 100)
    var steps = [run.step]
    for number in 0..<Int(duration * 30) {
      run.seek(seconds, at: 100.4 + Double(number) / 30)
      steps.append(run.step)
    }
    return steps
  }

  @Test func heldSeekIsFasterTheLonger() {
    let steps = way(5, for: 4)
    #expect(steps.prefix(20).allSatisfy { $0 == 5 })
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(steps.last == 40)
    // Some seconds lead through two hours.
    #expect(way(5, for: 8).reduce(0, +) > 7_200)
    #expect(way(-5, for: 4) == steps.map { -$0 })
  }

  /// Beyond the end, the clip would begin again.
  @Test func heldSeekStopsBeforeTheEnd() {
    var run = SeekRun(5, at: 0)
    let near = PlaybackTime(position: 598, duration: 600)
    #expect(run.target(from: near) == 603)
    run.seek(5, at: 0.05)
    #expect(run.target(from: near) == 599)
    #expect(run.target(from: PlaybackTime(position: 599.5, duration: 600)) == 599)
    #expect(run.target(from: PlaybackTime(position: 0.2, duration: 0.5)) == 0)
    #expect(run.target(from: PlaybackTime(position: 598, duration: nil)) == 603)
    run.seek(-5, at: 1)
    run.seek(-5, at: 1.05)
    #expect(run.target(from: near) == 593)
  }

  @Test func tapsAndOtherKeysStartAnew() {
    var run = SeekRun(5, at: 0)
    for number in 1...100 { run.seek(5, at: Double(number) * 0.15) }
    #expect(run.step == 5)
    for number in 1...100 { run.seek(5, at: 15 + Double(number) * 0.03) }
    #expect(run.step > 20)
    run.seek(-5, at: 18.03)
    #expect(run.step == -5)
    // A clock that was set back.
    run.seek(-5, at: 3)
    #expect(run.step == -5)
  }

  @Test func heldKeySeeksFurther() async {
    let rig = await rig(at: 0)
    for _ in 0..<60 {
      await rig.send(.item(3, .clip(.seekTapped(by: 5))))
      await rig.pass(0.033)
    }
    let seeks = rig.players.takeCalls().compactMap { call -> Double? in
      if case .seek(_, let time) = call { time } else { nil }
    }
    #expect(seeks.first == 5 && seeks.last ?? 0 > 15)
    await rig.send(.swiped(by: 1))
    await rig.send(.swiped(by: -1))
    #expect(rig.state.current?.clip?.seekRun == nil)
    await rig.end()
  }
}
