import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// The engine with its threads. These tests wait for events, never for a moment.
@Suite struct EngineTests {
  private let library = SyntheticLibrary()
  private let wakeup = Wakeup()

  private func makeEngine(tuning: PlaybackTuning = PlaybackTuning()) -> PlaybackEngine {
    let wakeup = wakeup
    return PlaybackEngine(
      EngineCore(
        opener: library, makeSink: { NullSink() }, makeSpeedChanger: { TapeSpeedChanger() },
        tuning: tuning, onFrame: { _ in wakeup.signal() }))
  }

  private func client(of engine: PlaybackEngine, clips: [SyntheticClip]) -> PlayerClient {
    let client = PlayerClient.live(core: engine.core)
    client.setFrameArea(FrameArea(size: PixelSize(width: 32, height: 18)))
    for (index, clip) in clips.enumerated() {
      client.create(PlayerID(rawValue: index), PlayerSource(library.add("clip \(index)", clip)))
    }
    return client
  }

  /// Lets a clip hang for as long as a busy machine may need to see it.
  private var patient: PlaybackTuning {
    var tuning = PlaybackTuning()
    tuning.openDeadline = 600
    return tuning
  }

  @Test func playsLoopsAndStops() async {
    let engine = makeEngine()
    var clip = SyntheticClip()
    clip.duration = 0.2
    let client = client(of: engine, clips: [clip])
    let id = PlayerID(rawValue: 0)
    client.setWindow(PreloadWindow(current: id, neighbours: []))
    client.play(id)
    #expect(await eventually { client.frame(id)?.loopIndex ?? 0 >= 2 })
    client.pause(id)
    client.seek(id, 0.1, .exact)
    #expect(await eventually { client.frame(id)?.generation == 1 })
    #expect(abs(client.time(id).position - 0.1) < 0.05)
    engine.shutDown()
    #expect(library.openCount == 1)
    client.delete([id])
  }

  @Test func fastSwipesLeakNothing() async {
    let engine = makeEngine()
    let clips = (0..<12).map { index in
      var clip = SyntheticClip()
      clip.openError = index % 5 == 4 ? .notMedia : nil
      return clip
    }
    let client = client(of: engine, clips: clips)
    var random = SeededGenerator(seed: 7)
    var page = 0
    for _ in 0..<500 {
      page = min(max(page + (Bool.random(using: &random) ? 1 : -1), 0), 11)
      let near = [page + 1, page - 1, page + 2].filter { (0..<12).contains($0) }
      client.setWindow(
        PreloadWindow(
          current: PlayerID(rawValue: page), neighbours: near.map { PlayerID(rawValue: $0) }))
      client.play(PlayerID(rawValue: page))
      if Int.random(in: 0..<20, using: &random) == 0 { wakeup.wait(timeout: 0.002) }
    }
    let last = PlayerID(rawValue: 5)
    client.setWindow(PreloadWindow(current: last, neighbours: []))
    client.play(last)
    #expect(await eventually { client.time(last).position > 0.05 })
    #expect(await eventually { library.openCount == 1 })
    // One neighbour at a time, besides the clip on screen.
    #expect(library.maxOpening <= 2)
    client.delete((0..<12).map { PlayerID(rawValue: $0) })
    #expect(await eventually { library.openCount == 0 })
    engine.shutDown()
  }

  @Test func hungClipTimesOut() async {
    var tuning = PlaybackTuning()
    tuning.openDeadline = 0.05
    let engine = makeEngine(tuning: tuning)
    var clip = SyntheticClip()
    clip.hangsOpening = true
    let client = client(of: engine, clips: [clip])
    let id = PlayerID(rawValue: 0)
    client.setWindow(PreloadWindow(current: id, neighbours: []))
    var latest = PlayerStatus.unknown
    for await status in client.status(id) {
      latest = status
      if case .failed = status { break }
    }
    #expect(latest == .failed(.timedOut))
    engine.shutDown()
  }

  @Test func swipeDoesNotWaitForAHungClip() async {
    let engine = makeEngine(tuning: patient)
    var hanging = SyntheticClip()
    hanging.hangsOpening = true
    let client = client(of: engine, clips: [hanging, SyntheticClip()])
    let id = PlayerID(rawValue: 0)
    client.setWindow(PreloadWindow(current: id, neighbours: []))
    #expect(await eventually { engine.core.control.withLock { $0.playbackWork != nil } })
    let next = PlayerID(rawValue: 1)
    client.setWindow(PreloadWindow(current: next, neighbours: []))
    #expect(await eventually { client.frame(next) != nil })
    #expect(await eventually { engine.core.player(id)?.status.latest == .unknown })
    engine.shutDown()
  }

  @Test func shutdownCancelsHungClips() async {
    let engine = makeEngine(tuning: patient)
    var hanging = SyntheticClip()
    hanging.hangsOpening = true
    let client = client(of: engine, clips: [hanging, hanging])
    client.setWindow(
      PreloadWindow(current: PlayerID(rawValue: 0), neighbours: [PlayerID(rawValue: 1)]))
    #expect(
      await eventually {
        engine.core.control.withLock { $0.playbackWork != nil }
          && engine.core.control.withLock { $0.preloadWork != nil }
      })
    engine.shutDown()
    #expect(library.openCount == 0)
  }

  /// Two servers that do not answer hold up neither the next page nor the others.
  @Test func neighboursDoNotWaitForEachOthersServers() async throws {
    var tuning = patient
    tuning.remotePreloadDeadline = 600
    let engine = makeEngine(tuning: tuning)
    let client = client(of: engine, clips: [SyntheticClip()])
    var hanging = SyntheticClip()
    hanging.hangsOpening = true
    for number in 1...6 {
      let address = try #require(RemoteAddress("http://server\(number).example/clip.mp4"))
      library.add(.remote(address), number == 3 || number == 4 ? hanging : SyntheticClip())
      client.create(PlayerID(rawValue: number), PlayerSource(.remote(address)))
    }
    func show(_ neighbours: Int...) {
      client.setWindow(
        PreloadWindow(
          current: PlayerID(rawValue: 0), neighbours: neighbours.map { PlayerID(rawValue: $0) }))
    }
    func isReady(_ number: Int) async -> Bool {
      await eventually { client.frame(PlayerID(rawValue: number)) != nil }
    }
    show(1, 2, 3, 4)
    #expect(await isReady(1))
    #expect(await isReady(2))
    let openings = \EngineCore.Control.openings
    let isWaiting = await eventually {
      engine.core.control.withLock { $0[keyPath: openings].count { $0 != nil } } == 2
    }
    #expect(isWaiting)
    // One thread is left for the pages that a swipe leads to.
    show(5, 6, 3, 4)
    #expect(await isReady(5))
    #expect(await isReady(6))
    #expect(library.maxOpening >= 3)
    engine.shutDown()
  }

  @Test func observersAreCounted() async {
    let engine = makeEngine()
    let client = client(of: engine, clips: [SyntheticClip()])
    let id = PlayerID(rawValue: 0)
    let task = Task {
      for await status in client.status(id) where status == .ready { return true }
      return false
    }
    #expect(await eventually { engine.core.player(id)?.status.observerCount == 1 })
    client.setWindow(PreloadWindow(current: id, neighbours: []))
    #expect(await task.value)
    #expect(await eventually { engine.core.player(id)?.status.observerCount == 0 })
    engine.shutDown()
  }
}
