import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

/// Whatever happens in whatever order, the feed never loses its place and never hangs.
@MainActor
@Suite struct RandomFeedTests {
  @Test(arguments: Fuzz.seeds(40))
  func feedSettlesAfterRandomActions(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let rig = FeedRig(clips(0..<60), first: .clip(30), status: nil)
    rig.players.setExcerpts(
      .success([10, 100, 300].compactMap { TimeSpan(start: $0, end: $0 + 6) }))
    var next = 1_000
    var steps: [String] = []
    await rig.send(.appeared)
    for _ in 0..<40 {
      let action = Action.allCases.randomElement(using: &random) ?? .swipe
      steps.append("\(action)")
      await perform(action, on: rig, &next, using: &random)
      check(rig, "seed \(seed): \(steps)")
    }
    rig.index.release()
    await rig.settle()
    await rig.pass(30)
    let hint: Comment = "seed \(seed): \(steps)"
    check(rig, hint)
    #expect(rig.state.window.opening == nil, hint)
    #expect(rig.state.window.pending == 0, hint)
    #expect(!rig.state.spinner.isVisible, hint)
    #expect(!rig.state.window.ahead.isUnderWay, hint)
    #expect(!rig.state.window.behind.isUnderWay, hint)
    // Only the page on screen is watched.
    let isClip = rig.state.current?.clip != nil
    #expect(rig.players.watcherCount == (isClip ? 2 : 0), hint)
    let all = rig.index.items(rig.state.filter).map(\.id.rawValue)
    // Excerpts and films stand for their items.
    let window = rig.state.items.ids.compactMap(\.item?.rawValue)
      .reduce(into: [Int]()) { list, id in if list.last != id { list.append(id) } }
    let start = window.first.flatMap { all.firstIndex(of: $0) }
    #expect(start.map { Array(all[$0...].prefix(window.count)) } ?? [] == window, hint)
    await rig.end()
    #expect(rig.players.watcherCount == 0, hint)
  }

  private enum Action: CaseIterable {
    case swipe, burst, first, last, find, type, erase, enter, escape, clearFilter, insert, delete
    case reload, rearrange, hold, release, fail, refresh, details, like, ready, failed, time
    case excerpts, film, leaveSpan
  }

  private func perform(
    _ action: Action, on rig: FeedRig, _ next: inout Int, using random: inout SeededGenerator
  ) async {
    let isTyping = rig.state.overlay?.line != nil
    switch action {
    case .swipe: await rig.send(.swiped(by: Bool.random(using: &random) ? 1 : -1))
    case .burst: await rig.send(.swiped(by: Swipes(Int.random(in: -20...20, using: &random))))
    case .first: await rig.send(.firstTapped)
    case .last: await rig.send(.lastTapped)
    case .find: await rig.send(.overlayTapped(.filter))
    case .type where isTyping:
      let letter = "cl1239z".randomElement(using: &random).map(String.init) ?? "c"
      await rig.send(.overlay(.line(.typed(letter))))
    case .erase where isTyping: await rig.send(.overlay(.line(.backspaceTapped)))
    case .enter where isTyping: await rig.send(.overlay(.line(.returnTapped)))
    case .escape where isTyping: await rig.send(.overlay(.line(.escapeTapped)))
    case .clearFilter: await rig.send(.escapeTapped)
    case .insert:
      let predecessor = rig.index.items().randomElement(using: &random)?.id
      await rig.change(.insert(.clip(next), after: predecessor))
      next += 1
    case .delete:
      guard let victim = rig.index.items().randomElement(using: &random) else { return }
      await rig.change(.delete(victim.id))
    case .reload:
      guard let item = rig.index.items().randomElement(using: &random) else { return }
      await rig.change(.reload(item))
    case .rearrange: await rig.change(.rearranged)
    case .hold: rig.index.hold()
    case .release:
      rig.index.release()
      await rig.settle()
    case .fail: rig.index.fail(FeedError(.unreachable, place: "a"))
    case .refresh: await rig.send(.refreshTapped)
    case .details: await rig.send(.overlayTapped(.details))
    case .like: await rig.send(.likeTapped)
    case .excerpts: await rig.send(.excerpts(.tapped))
    case .film: await rig.send(.excerpts(.filmTapped))
    case .leaveSpan:
      guard let clip = rig.state.current?.clip else { return }
      await rig.send(.item(clip.id, .clip(.seekTapped(by: 500))))
    case .ready, .failed:
      guard let player = rig.players.watched.randomElement(using: &random) else { return }
      await rig.report(action == .ready ? .ready : .failed(.damaged), of: player)
    case .time: await rig.pass(Double.random(in: 0...6, using: &random))
    case .type, .erase, .enter, .escape: break
    }
  }

  private func check(_ rig: FeedRig, _ hint: @autoclosure () -> Comment) {
    let state = rig.state
    // There is a current page whenever there are items, and the engine plays that one.
    #expect((state.currentID == nil) == state.items.isEmpty, hint())
    if let id = state.currentID { #expect(state.items.contains(id: id), hint()) }
    #expect(state.prepared.current == state.current?.clip?.playerID, hint())
    #expect(state.items.count { $0.clip.map { $0.play != .away } ?? false } <= 1, hint())
    if let clip = state.current?.clip { #expect(clip.play != .away, hint()) }
    #expect(state.visit?.id == state.currentID, hint())
    #expect(state.overlay?.details == nil || state.overlay?.details?.id == state.currentID, hint())
    let isHeld = state.current?.clip?.hold == .overlay
    #expect(state.current?.clip == nil || isHeld == state.isCovered, hint())
    let players = [state.prepared.current].compactMap(\.self) + state.prepared.neighbours
    #expect(Set(players).count == players.count, hint())
  }
}

extension FeedWindow.End {
  fileprivate var isUnderWay: Bool {
    switch self {
    case .fetching, .settling: true
    case .open, .failed, .reached: false
    }
  }
}
