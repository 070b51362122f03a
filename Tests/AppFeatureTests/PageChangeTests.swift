import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// Invariants of page changes, however many there are.
@MainActor
@Suite struct PageChangeTests {
  /// A swipe changes everything in one action.
  @Test func swipeIsOneAction() async {
    let rig = FeedRig(clips(0..<20), first: .clip(5))
    await rig.send(.appeared)
    await rig.pass(4)
    _ = (rig.players.takeCalls(), rig.takePlaces())
    await rig.store.send(.swiped(by: 1)) {
      $0.window.currentID = 6
      $0.window.lastID = 6
      $0.window.pages.update(id: 5) { $0.setPlay(.away) }
      $0.window.pages.update(id: 6) { $0.setPlay(.playing) }
      $0.window.pages[id: 2]?.clip?.status = .unknown
      $0.prepared = PreloadWindow(current: 6, neighbours: [7, 5, 8, 4, 9, 10, 3])
      $0.marks[5] = ItemMarks(seen: 1_004)
      $0.visit = Visit(id: 6, start: 1_004)
      $0.visit?.setRunning(true, at: 1_004)
      $0.placeSaved = 1_004
    }
    // Any other action would have to be received here.
    await rig.store.settle()
    #expect(rig.players.takeCalls().contains(.play(6)))
    #expect(rig.takeImpressions().map(\.watched) == [4])
    #expect(rig.takePlaces() == [.file(FilePath("clip6.mp4"))])
    await rig.store.send(.swiped(by: -1)) {
      $0.window.currentID = 5
      $0.window.lastID = 5
      $0.window.direction = .backwards
      $0.window.pages.update(id: 6) { $0.setPlay(.away) }
      $0.window.pages.update(id: 5) { $0.setPlay(.playing) }
      for id in [9, 10] as [PageID] {
        $0.window.pages[id: id]?.clip?.status = .unknown
      }
      $0.prepared = PreloadWindow(current: 5, neighbours: [4, 6, 3, 7, 2, 1, 0, 8])
      $0.visit = Visit(id: 5, start: 1_004)
      $0.visit?.setRunning(true, at: 1_004)
      $0.placeSaved = 1_007
    }
    await rig.store.settle()
    await rig.end()
  }

  @Test func subscriptionsDoNotGrowOverAThousandPageChanges() async {
    let rig = FeedRig(clips(0..<2_000), first: .clip(0))
    await rig.send(.appeared)
    // The place of the second page change is recorded later.
    for _ in 0..<2 { await rig.send(.swiped(by: 1)) }
    let watchers = rig.players.watcherCount
    #expect(watchers == 2)
    let counts = rig.store.counts
    for page in 3...1_002 {
      await rig.send(.swiped(by: 1))
      #expect(rig.current == page)
      #expect(rig.players.watcherCount == watchers)
      #expect(rig.index.readerCount == 1)
    }
    #expect(rig.store.counts.effects == counts.effects)
    #expect(rig.store.counts.tokens == counts.tokens)
    #expect(rig.state.items.count < 110)
    await rig.end()
    #expect(rig.players.watcherCount == 0)
  }

  /// Pages that are left before their effects have started leave nothing behind.
  @Test func overlappingSwipesLeaveNothingBehind() async {
    let players = PlayerRecorder(initialStatus: .ready)
    let index = FakeIndex(clips(0..<200))
    let store = Store(initialState: Feed.State(first: .clip(100))) {
      Feed()
    } withDependencies: {
      $0.playerClient = players.client
      $0.feedClient = index.client
      $0.machineClient.lost = { .finished }
      $0.recordClient = .disabled
      $0.applyClient.standing = { .finished }
      $0.clock = ContinuousClock()
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    store.send(.appeared)
    let seed = Fuzz.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        store.send(.swiped(by: Swipes(Int.random(in: -4...4, using: &random))))
      }
      for _ in 0..<Int.random(in: 0...6, using: &random) { await Task.yield() }
    }
    #expect(
      await eventually {
        let current = store.state.currentID.map { PlayerID($0) }
        return store.state.window.pending == 0 && players.watcherCount == 2
          && players.watched.first == current
      }, "seed \(seed)")
  }

  /// The view draws the latest frame of the player on screen. Whatever the swipes, that frame
  /// belongs to the current clip, and to its current player rather than an earlier one.
  @Test func framesOfOtherClipsAreNeverDrawn() async {
    let seed = Fuzz.seed
    var random = SeededGenerator(seed: seed)
    let rig = FeedRig(clips(0..<300), first: .clip(150))
    let screen = FakeScreen()
    rig.store.dependencies.playerClient = screen.client(rig.players.client)
    await rig.send(.appeared)
    for step in 0..<1_000 {
      let hint: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<40, using: &random) {
      case 0: await rig.send(.firstTapped)
      case 1: await rig.send(.lastTapped)
      case 2:
        guard let item = rig.state.current?.item else { break }
        await rig.change(.reload(item))
      case 3:
        guard let id = rig.state.currentItem, rig.index.items().count > 200 else { break }
        await rig.change(.delete(id))
      default:
        await rig.send(.swiped(by: Swipes(Int.random(in: -6...6, using: &random))))
      }
      screen.publish(using: &random)
      guard let id = rig.state.currentID else {
        Issue.record("nothing on screen: \(hint)")
        break
      }
      #expect(rig.state.prepared.current == PlayerID(id), hint)
      let drawn = screen.draw(PlayerID(id))
      #expect(drawn == nil || drawn?.clip == id.rawValue, hint)
      #expect(drawn == nil || drawn?.generation == screen.generation(of: PlayerID(id)), hint)
      #expect(screen.playing == PlayerID(id), hint)
      #expect(screen.problems == [], hint)
    }
    await rig.end()
  }
}

/// Players that publish frames tagged with their clip and their generation.
private final class FakeScreen: Sendable {
  struct DecodedFrame: Hashable {
    var clip: Int
    var generation: UInt64
  }

  private struct Contents {
    var nextGeneration: UInt64 = 0
    /// The existing players: the clip of each and its generation.
    var players: [PlayerID: DecodedFrame] = [:]
    var frames: [PlayerID: DecodedFrame] = [:]
    var playing: PlayerID?
    var problems: [String] = []
  }

  private let contents = Lock(Contents())

  /// What should never happen.
  var problems: [String] { contents.withLock { $0.problems } }

  /// The player told last to play.
  var playing: PlayerID? { contents.withLock { $0.playing } }

  /// The generation of a player.
  func generation(of id: PlayerID) -> UInt64? { contents.withLock { $0.players[id]?.generation } }

  /// The frame that the view would draw.
  func draw(_ id: PlayerID) -> DecodedFrame? { contents.withLock { $0.frames[id] } }

  /// Lets some players decode a frame.
  func publish(using random: inout SeededGenerator) {
    let ids = contents.withLock { $0.players.keys.sorted { $0.rawValue < $1.rawValue } }
    for id in ids where Bool.random(using: &random) {
      contents.withLock { $0.frames[id] = $0.players[id] }
    }
  }

  /// A client that creates and deletes players here as well.
  func client(_ base: PlayerClient) -> PlayerClient {
    var client = base
    client.create = { id, source in
      base.create(id, source)
      self.contents.withLock { contents in
        if contents.players[id] != nil { contents.problems.append("created twice") }
        guard case .file(let path) = source.location else { return }
        // "clip12.mp4"
        let digits = path.description.dropFirst(4).prefix { $0.isNumber }
        contents.nextGeneration += 1
        contents.players[id] = DecodedFrame(
          clip: Int(digits) ?? -1, generation: contents.nextGeneration)
      }
    }
    client.delete = { ids in
      base.delete(ids)
      self.contents.withLock { contents in
        for id in ids {
          if contents.players[id] == nil { contents.problems.append("closed twice") }
          contents.players[id] = nil
          contents.frames[id] = nil
        }
      }
    }
    client.play = { id in
      base.play(id)
      self.contents.withLock { contents in
        if contents.players[id] == nil { contents.problems.append("played unmade") }
        contents.playing = id
      }
    }
    return client
  }
}

extension Item.State {
  mutating func setPlay(_ play: ClipItem.Play) {
    guard case .clip(var clip) = self else { return }
    clip.play = play
    self = .clip(clip)
  }
}
