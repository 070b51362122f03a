import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Single frames apart from play, by the engine with its threads.
@Suite struct StillTests {
  private let library = SyntheticLibrary()
  /// Tells that a clip hangs, as long as it does.
  private let hangs: AsyncStream<Void>
  private let engine: PlaybackEngine
  private let client: PlayerClient
  private let id = PlayerID(rawValue: 0)

  init() {
    let (hangs, hang) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.hangs = hangs
    library.whileHanging.withLock { $0.call = { hang.yield() } }
    (engine, client) = Self.makeEngine(library)
  }

  /// Waits for an opening that hangs for as long as the machine is busy with other tests.
  private static var patient: PlaybackTuning {
    var tuning = PlaybackTuning()
    tuning.openDeadline = 600
    return tuning
  }

  private static func makeEngine(
    _ library: SyntheticLibrary, tuning: PlaybackTuning = patient
  ) -> (PlaybackEngine, PlayerClient) {
    let engine = PlaybackEngine(
      EngineCore(
        opener: library, makeSink: { NullSink() }, makeSpeedChanger: { TapeSpeedChanger() },
        tuning: tuning, onFrame: { _ in }))
    let client = PlayerClient.live(core: engine.core)
    client.setFrameArea(FrameArea(size: PixelSize(width: 32, height: 18)))
    return (engine, client)
  }

  private func add(_ clip: SyntheticClip) {
    client.create(id, PlayerSource(library.add("clip", clip)))
  }

  private func number(_ result: Result<PixelBuffer, MediaError>) -> Int? {
    (try? result.get())?.withPixels { $0.first.map { Int($0) - 1 } }
  }

  private func error(_ result: Result<PixelBuffer, MediaError>) -> MediaError? {
    if case .failure(let error) = result { error } else { nil }
  }

  private func small(at time: Double, _ precision: SeekPrecision = .exact) -> StillRequest {
    StillRequest(
      id: id, time: time, precision,
      area: FrameArea(size: PixelSize(width: 16, height: 16)))
  }

  @Test func grabsFitTheirArea() async throws {
    add(SyntheticClip())
    let exact = try await client.still(small(at: 1.23)).get()
    #expect(exact.size == PixelSize(width: 16, height: 9))
    #expect(await number(client.still(small(at: 1.23))) == 30)
    #expect(await number(client.still(small(at: 1.23, .keyframe))) == 25)
    #expect(await number(client.still(small(at: 99))) == 49)
    engine.shutDown()
  }

  @Test func grabWithoutAnAreaHasItsOwnSize() async throws {
    add(SyntheticClip())
    let request = StillRequest(id: id, time: 0.8, .exact, area: nil)
    let frame = try await client.still(request).get()
    #expect(frame.size == PixelSize(width: 160, height: 90))
    #expect(await number(client.still(request)) == 20)
    engine.shutDown()
  }

  @Test(arguments: [0.001, 600])
  func grabDecoderIsReleased(rest: Double) async {
    var tuning = PlaybackTuning()
    tuning.stillRest = rest
    let (engine, client) = Self.makeEngine(library, tuning: tuning)
    client.create(id, PlayerSource(library.add("clip")))
    for step in 0..<10 {
      #expect(await number(client.still(small(at: Double(step) / 10))) == step * 5 / 2)
    }
    if rest < 1 {
      #expect(await eventually { library.openCount == 0 })
    } else {
      #expect(library.openings == 1)
    }
    engine.shutDown()
    #expect(library.openCount == 0)
  }

  @Test func grabFailuresAreReported() async {
    var broken = SyntheticClip()
    broken.openError = .notMedia
    add(broken)
    #expect(await error(client.still(small(at: 1))) == .notMedia)
    let stranger = StillRequest(id: PlayerID(rawValue: 9), time: 0, .exact, area: nil)
    #expect(await error(client.still(stranger)) == .notFound)
    engine.shutDown()
    #expect(await error(client.still(small(at: 1))) == .cancelled)
  }

  @Test func oversizedGrabsAreRefused() async {
    var huge = SyntheticClip()
    huge.displaySize = PixelSize(width: 100_000, height: 100_000)
    add(huge)
    let request = StillRequest(id: id, time: 0, .exact, area: nil)
    #expect(await error(client.still(request)) == .tooLarge)
    engine.shutDown()
  }

  @Test func hungGrabIsCancelledWithItsTask() async {
    var hanging = SyntheticClip()
    hanging.hangsOpening = true
    add(hanging)
    let task = Task { await client.still(small(at: 1)) }
    for await _ in hangs { break }
    task.cancel()
    #expect(await error(task.value) == .cancelled)
    engine.shutDown()
    #expect(library.openCount == 0)
  }

  @Test func onlyTheLatestThumbnailIsMade() async {
    var hanging = SyntheticClip()
    hanging.hangsOpening = true
    add(hanging)
    let other = PlayerID(rawValue: 1)
    client.create(other, PlayerSource(library.add("other")))
    let old = Task { await client.still(small(at: 1)) }
    for await _ in hangs { break }
    var newest = small(at: 0.4)
    newest.id = other
    #expect(await number(client.still(newest)) == 10)
    #expect(await error(old.value) == .cancelled)
    engine.shutDown()
  }

  @Test func deletingThePlayerCancelsGrabs() async {
    var hanging = SyntheticClip()
    hanging.hangsOpening = true
    add(hanging)
    let task = Task { await client.still(small(at: 1)) }
    for await _ in hangs { break }
    client.delete([id])
    #expect(await error(task.value) == .cancelled)
    engine.shutDown()
  }

  @Test func everyGrabIsAnswered() async {
    add(SyntheticClip())
    let client = client
    let requests = (0..<100).map { small(at: Double($0) / 50) }
    let answered = await withTaskGroup(of: Bool.self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask {
          let task = Task { await client.still(request) }
          if index % 3 == 0 { task.cancel() }
          switch await task.value {
          case .success, .failure(.cancelled): return true
          case .failure: return false
          }
        }
      }
      return await group.reduce(into: 0) { count, isFine in if isFine { count += 1 } }
    }
    #expect(answered == 100)
    engine.shutDown()
    #expect(library.openCount == 0)
  }
}
