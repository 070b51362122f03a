import Clients
import LibAV
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Thumbnails by the pool's own steps, without its threads.
@Suite struct ThumbnailTests {
  private let library = SyntheticLibrary()
  private let core: EngineCore
  private let queue = ThumbnailQueue(workerCount: 2)
  private let shelf = Shelf()
  private let area = FrameArea(size: PixelSize(width: 16, height: 9))
  private let now = Lock(100.0)

  /// Thumbnails in memory.
  private final class Shelf: Sendable {
    let thumbnails = Lock<[ThumbnailKey: Thumbnail<PixelBuffer>]>([:])

    var shelf: ThumbnailShelf {
      var shelf = ThumbnailShelf()
      shelf.load = { [thumbnails] key in thumbnails.withLock { $0[key] } }
      shelf.save = { [thumbnails] thumbnail, key in
        thumbnails.withLock { $0[key] = thumbnail }
      }
      return shelf
    }
  }

  init() {
    let (library, now) = (library, now)
    core = EngineCore(
      opener: library, makeSink: { NullSink() }, makeSpeedChanger: { nil },
      hostTime: { now.withLock { $0 } }, fileVersion: { library.fileVersion(of: $0) },
      positions: SavedPositions(
        ask: { $1($0 == .file(FilePath("clip 1")) ? 1.5 : 0) }, save: { _, _ in }),
      onFrame: { _ in })
    queue.setArea(area)
  }

  private func loop(_ worker: Int = 0) -> ThumbnailLoop {
    ThumbnailLoop(core: core, queue: queue, opener: library, shelf: shelf.shelf, worker: worker)
  }

  private func request(_ number: Int, _ clip: SyntheticClip = SyntheticClip()) -> ThumbnailRequest {
    ThumbnailRequest(
      id: ItemID(rawValue: number), location: library.add("clip \(number)", clip))
  }

  /// Steps until there is nothing to do.
  private func run(_ loop: ThumbnailLoop) {
    for _ in 0..<100 where loop.step(now: core.hostTime()) == core.hostTime() {}
  }

  @Test func theMostWantedIsMadeFirstAndEachOnce() {
    let requests = [3, 1, 2].map { request($0) }
    queue.want(requests)
    let loop = loop()
    _ = loop.step(now: 100)
    #expect(Array(queue.takeChanges().keys) == [3])
    run(loop)
    #expect(Set(queue.takeChanges().keys) == [1, 2])
    #expect(library.openings == 3)
    #expect(library.openCount == 0)
    #expect(queue.pixels(2)?.size == area.size)
    #expect(loop.step(now: 100) == .infinity)
    // They are still there when they come back on screen.
    queue.want([])
    queue.want(requests)
    run(loop)
    #expect(library.openings == 3)
    #expect(queue.takeChanges().count == 3)
  }

  @Test func lengthAndPositionAreTold() {
    queue.want([request(1)])
    run(loop())
    let thumbnail = queue.takeChanges()[1]
    #expect(thumbnail?.duration == 2)
    #expect(thumbnail?.position == 1.5)
  }

  @Test func whatIsNoLongerWantedIsCalledOff() {
    queue.want([request(1), request(2)])
    guard let job = queue.take(hostTime: core.hostTime) else {
      Issue.record("nothing to do")
      return
    }
    queue.want([request(2)])
    #expect(job.cancellation.isCancelled)
    queue.end(job)
    #expect(queue.take(hostTime: core.hostTime)?.request.id == 2)
    #expect(queue.take(hostTime: core.hostTime) == nil)
  }

  @Test func storyboardsComeAfterAllThumbnails() throws {
    var long = SyntheticClip()
    long.duration = 20
    long.isHalfWhite = true
    var still = SyntheticClip()
    still.isStill = true
    queue.want([request(1, long), request(2, long)])
    queue.setMoving([1, 2, 4])
    let loop = loop()
    for _ in 0..<2 { _ = loop.step(now: 100) }
    #expect(library.openings == 2)
    #expect(!queue.isMoving(1))
    _ = loop.step(now: 100)
    #expect(queue.isMoving(1) && !queue.isMoving(2))
    // A thumbnail that is wanted now comes before the second storyboard.
    let job = try #require(queue.take(hostTime: core.hostTime))
    #expect(job.isStoryboard && job.request.id == 2)
    queue.want([request(1, long), request(2, long), request(4, still)])
    #expect(job.cancellation.isCancelled)
    queue.end(job)
    run(loop)
    #expect(queue.isMoving(2) && !queue.isMoving(4))
    #expect(library.openings == 5)
    // Five frames for ever, after the one that it stands for.
    func frame(_ turn: Int) -> PixelBuffer? { queue.pixels(1, turn) }
    #expect(frame(0) !== frame(1) && frame(1) !== frame(2))
    #expect(frame(6) === frame(1) && frame(11) === frame(1))
    #expect(queue.pixels(4, 3) === queue.pixels(4))
    // Who does not turn any more does not need one.
    queue.setMoving([])
    #expect(!queue.hasWork)
  }

  @Test func clipWithOneKeyframeDoesNotTurn() {
    queue.want([request(1)])
    queue.setMoving([1])
    let loop = loop()
    run(loop)
    let openings = library.openings
    #expect(!queue.isMoving(1))
    #expect(openings == 2)
    run(loop)
    #expect(library.openings == openings, "tried once")
  }

  @Test func anotherSizeIsMadeAnewButNoFailure() {
    var broken = SyntheticClip()
    broken.openError = .damaged
    queue.want([request(1), request(2, broken)])
    let loop = loop()
    run(loop)
    #expect(queue.takeChanges()[2]?.image == .failure(.damaged))
    queue.setArea(FrameArea(size: PixelSize(width: 32, height: 18)))
    run(loop)
    #expect(queue.pixels(1)?.size == PixelSize(width: 32, height: 18))
    // From the shelf; the broken one never opened.
    #expect(library.openings == 1)
    #expect(Array(queue.takeChanges().keys) == [1])
  }

  @Test func lastingFailuresAreKept() {
    func key(_ number: Int) -> ThumbnailKey? {
      let location = MediaLocation.file(FilePath("clip \(number)"))
      return core.fileVersion(location).map {
        ThumbnailKey(location: location, version: $0, side: ThumbnailKey.side)
      }
    }
    for (number, error) in [(1, MediaError.damaged), (2, .timedOut), (3, .noPermission)] {
      var clip = SyntheticClip()
      clip.openError = error
      queue.want([request(number, clip)])
      run(loop())
      #expect(queue.takeChanges()[ItemID(rawValue: number)]?.image == .failure(error))
    }
    let kept = (1...3).map { number in
      key(number).flatMap { key in shelf.thumbnails.withLock { $0[key] } } != nil
    }
    #expect(kept == [true, false, false])
  }

  @Test func thumbnailsOfTheShelfCostNoDecoding() {
    let request = request(1)
    if let version = core.fileVersion(request.location) {
      let key = ThumbnailKey(
        location: request.location, version: version, side: ThumbnailKey.side)
      let image = PixelBuffer(size: PixelSize(width: 32, height: 64))
      shelf.thumbnails.withLock { $0[key] = Thumbnail(.success(image), duration: 7) }
    }
    queue.want([request])
    run(loop())
    #expect(library.openings == 0)
    #expect(queue.takeChanges()[1]?.duration == 7)
    #expect(queue.pixels(1)?.size == PixelSize(width: 5, height: 9))
  }

  /// Where nothing is kept on disk, another size is scaled from what was decoded.
  @Test func withoutAShelfFramesAreKeptInMemory() {
    let loop = ThumbnailLoop(
      core: core, queue: queue, opener: library, shelf: ThumbnailShelf(), worker: 0)
    queue.want([request(1)])
    run(loop)
    queue.setArea(FrameArea(size: PixelSize(width: 32, height: 18)))
    run(loop)
    #expect(queue.pixels(1)?.size == PixelSize(width: 32, height: 18))
    #expect(library.openings == 1)
    queue.forget([1])
    run(loop)
    #expect(library.openings == 2)
  }

  @Test func serversAreNotStormed() {
    var requests: [ThumbnailRequest] = []
    for number in 1...4 {
      guard let address = RemoteAddress("http://example.com/\(number).mp4") else { continue }
      requests.append(
        ThumbnailRequest(id: ItemID(rawValue: number), location: .remote(address)))
    }
    queue.want(requests + [request(9)])
    let jobs = (0..<4).map { _ in queue.take(hostTime: core.hostTime)?.request.id }
    #expect(jobs == [1, 2, 9, nil])
  }

  @Test func playsComeFirst() {
    queue.want([request(1)])
    core.command { orders, _ in orders.drawnUntil = 100.01 }
    #expect(loop().step(now: 100) == 100.01)
    core.command { orders, _ in orders.playingID = PlayerID(rawValue: 9) }
    // One of two threads rests while a clip plays.
    #expect(loop(1).step(now: 101) > 101)
    #expect(library.openings == 0)
    #expect(loop(0).step(now: 101) == 101)
    #expect(library.openings == 1)
  }

  @Test func thumbnailsAreTurned() {
    var request = request(1)
    request.rotation = .right
    queue.want([request])
    run(loop())
    #expect(queue.pixels(1)?.size == PixelSize(width: 5, height: 9))
  }

  @Test func shutDownEndsEverything() {
    queue.want([request(1)])
    queue.shutDown()
    #expect(loop().step(now: 100) == .infinity)
    #expect(library.openings == 0)
  }

  /// A short clip with a slow fade has one keyframe, which is dark; a title of its own is told.
  @Test func fadesAreLookedPast() throws {
    let path = try TestClips.make(
      "fade-in.mp4",
      [
        "-f", "lavfi", "-i",
        "testsrc2=size=160x90:rate=25,fade=in:st=0:d=1.2,trim=start=0.3,setpts=PTS-STARTPTS", "-t",
        "3",
        "-g", "999", "-metadata", "title=Slowly", "-pix_fmt", "yuv420p",
      ])
    let loop = ThumbnailLoop(
      core: core, queue: queue, opener: LibAVOpener(), shelf: ThumbnailShelf(), worker: 0)
    queue.want([ThumbnailRequest(id: 1, location: .file(path))])
    run(loop)
    let thumbnail = queue.takeChanges()[1]
    #expect(thumbnail?.title == "Slowly")
    let pixels = try #require(queue.pixels(1))
    #expect(FrameScore(pixels).mean > 60)
  }

  /// With its threads and real clips: a black beginning, no video, no clip at all.
  @Test func realClipsHaveGoodThumbnails() async throws {
    let clips = try ThumbnailClips.shared.get()
    let core = EngineCore(
      opener: LibAVOpener(), makeSink: { NullSink() }, makeSpeedChanger: { nil },
      // Five seconds for a thumbnail are soon over on a busy machine.
      hostTime: { 0 }, onFrame: { _ in })
    let pool = ThumbnailPool(
      core: core,
      opener: WaveformOpener(opener: LibAVOpener(hasSidecars: false, isForPlaying: false)),
      threadCount: 2)
    let client = pool.client
    client.setArea(FrameArea(size: PixelSize(width: 64, height: 36)))
    let changes = client.changes()
    client.want(
      clips.enumerated().map {
        ThumbnailRequest(id: ItemID(rawValue: $0), location: .file($1))
      })
    var thumbnails: [ItemID: Thumbnail<Int>] = [:]
    for await _ in changes {
      thumbnails.merge(client.takeChanges()) { $1 }
      if thumbnails.count == clips.count { break }
    }
    for id in [0, 1, 2] as [ItemID] {
      let pixels = try #require(client.pixels(id, 0))
      #expect(!FrameScore(pixels).isBlank)
    }
    #expect(thumbnails[3]?.image == .failure(.notMedia))
    pool.shutDown()
    core.shutDown()
  }
}

/// Clips that tell nothing at first.
private enum ThumbnailClips {
  static let shared = Result { try make() }

  private static func make() throws -> [FilePath] {
    let encoder = ["-c:v", "mpeg4", "-q:v", "4", "-g", "5", "-pix_fmt", "yuv420p"]
    let text = try TestClips.file("thumbnail.mp4", Array("not a clip".utf8))
    return [
      try TestClips.make(
        "black-start.mp4",
        ["-f", "lavfi", "-i", "testsrc=size=160x90:rate=25:duration=4"]
          + ["-vf", "drawbox=t=fill:c=black:enable='lt(t,1)'"] + encoder),
      try TestClips.make(
        "fade-start.mp4",
        ["-f", "lavfi", "-i", "testsrc=size=160x90:rate=25:duration=4", "-vf", "fade=in:d=1.5"]
          + encoder),
      try TestClips.make(
        "tone.wav", ["-f", "lavfi", "-i", "sine=frequency=300:duration=1"]), text,
    ]
  }
}
