import Clients
import Foundation
import LibAV
import MediaCore
import Models
import Platform
import Sound
import TestSupport
import Testing

@testable import Playback

/// The engine with its threads on clips of libav's making and a sound device of ALSA's.
@Suite struct RealClipTests {
  private let wakeup = Wakeup()
  private let area = PixelSize(width: 40, height: 40)

  private func makeClient(_ clips: [FilePath]) -> (PlaybackEngine, PlayerClient) {
    let wakeup = wakeup
    let engine = PlaybackEngine(
      EngineCore(
        opener: LibAVOpener(), makeSink: { ALSASink(device: "null") },
        makeSpeedChanger: { TapeSpeedChanger() },
        onFrame: { _ in wakeup.signal() }))
    let client = PlayerClient.live(core: engine.core)
    client.setFrameArea(FrameArea(size: area))
    for (index, path) in clips.enumerated() {
      client.create(PlayerID(rawValue: index), PlayerSource(.file(path)))
    }
    return (engine, client)
  }

  private func id(_ index: Int) -> PlayerID { PlayerID(rawValue: index) }

  /// The gray in the middle of the frame shown, which tells the frame.
  private func gray(_ frame: Frame?) -> Int? {
    guard let pixels = frame?.pixels else { return nil }
    let middle = pixels.size.height / 2 * pixels.size.width + pixels.size.width / 2
    return pixels.withPixels { Int($0[middle] & 0xFF) }
  }

  private func shows(_ client: PlayerClient, _ index: Int, frame number: Int) -> Bool {
    gray(client.frame(id(index))).map { abs($0 - TestClips.patternGray(number)) <= 3 } ?? false
  }

  @Test func seekWhilePausedShowsItsFrame() async throws {
    let (engine, client) = makeClient([try TestClips.portrait()])
    client.setWindow(PreloadWindow(current: id(0), neighbours: []))
    client.pause(id(0))
    #expect(await eventually { client.frame(id(0)) != nil })
    #expect(shows(client, 0, frame: 0))
    for (time, number) in [(0.48, 12), (1.84, 46), (0.0, 0), (1.2, 30)] {
      client.seek(id(0), time, .exact)
      #expect(client.time(id(0)).position == time)
      #expect(await eventually { shows(client, 0, frame: number) }, "frame \(number)")
    }
    #expect(client.time(id(0)).position == 1.2)
    #expect(client.time(id(0)).duration == 2)
    engine.shutDown()
  }

  @Test func framesKeepTheAspectRatio() async throws {
    let (engine, client) = makeClient([try TestClips.portrait(), try TestClips.landscape()])
    client.setWindow(PreloadWindow(current: id(0), neighbours: [id(1)]))
    #expect(await eventually { client.frame(id(0)) != nil && client.frame(id(1)) != nil })
    #expect(client.frame(id(0))?.pixels.size == PixelSize(width: 24, height: 40))
    #expect(client.frame(id(1))?.pixels.size == PixelSize(width: 40, height: 24))
    engine.shutDown()
  }

  @Test func neighbourFramesAreReadyBothWays() async throws {
    let clips = [try TestClips.portrait(), try TestClips.landscape(), try TestClips.portrait()]
    let (engine, client) = makeClient(clips)
    client.setWindow(PreloadWindow(current: id(1), neighbours: [id(2), id(0)]))
    client.play(id(1))
    // The one on screen may come last: a swipe would stop opening it.
    #expect(await eventually { (0...2).allSatisfy { client.frame(id($0)) != nil } })
    for next in [2, 1, 0, 1] {
      client.setWindow(
        PreloadWindow(current: id(next), neighbours: [0, 1, 2].filter { $0 != next }.map(id)))
      client.play(id(next))
      // In the very turn of the key: no thread has been waited for.
      #expect(client.frame(id(next)) != nil)
      #expect(await eventually { client.time(id(next)).position > 0.1 })
    }
    engine.shutDown()
  }

  @Test func clipLoopsAtItsEnd() async throws {
    let (engine, client) = makeClient([try TestClips.landscape()])
    client.setLoopMode(.one)
    client.setWindow(PreloadWindow(current: id(0), neighbours: []))
    client.play(id(0))
    client.seek(id(0), 1.7, .exact)
    #expect(await eventually { (client.frame(id(0))?.loopIndex ?? 0) >= 1 })
    // The first frame may be there a moment before its time.
    #expect(await eventually { client.time(id(0)).position < 1.7 })
    engine.shutDown()
  }

  @Test(arguments: ["grows.ts", "grows.mkv", "grows.mp4"])
  func growingFilesDurationFollows(_ name: String) async throws {
    let whole = try TestClips.make(
      name,
      TestClips.pattern(PixelSize(width: 96, height: 64), seconds: 6) + TestClips.beeps(seconds: 6)
        + TestClips.h264 + ["-c:a", "aac"]
        + (name.hasSuffix("mkv") ? ["-live", "1", "-cluster_time_limit", "500"] : [])
        + (name.hasSuffix("mp4") ? ["-movflags", "frag_keyframe+empty_moov"] : []))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole.description)))
    let path = TestClips.freshPath(name)
    let url = URL(fileURLWithPath: path.description)
    // Behind a fragment, if there are any: it counts as a whole as soon as it begins.
    let fragment = bytes.indices.last {
      $0 < bytes.count / 2 && bytes[$0...].starts(with: Array("moof".utf8))
    }
    let half = fragment.map { $0 - 4 } ?? bytes.count / 2
    try Data(bytes.prefix(half)).write(to: url)
    let (engine, client) = makeClient([path])
    client.setWindow(PreloadWindow(current: id(0), neighbours: []))
    client.play(id(0))
    #expect(await eventually { client.frame(id(0)) != nil })
    #expect((1.5...4).contains(client.time(id(0)).duration ?? 0))
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    try file.write(contentsOf: bytes.dropFirst(half))
    try file.close()
    #expect(await eventually { abs((client.time(id(0)).duration ?? 0) - 6) < 0.5 })
    client.pause(id(0))
    client.seek(id(0), 3.6, .exact)
    #expect(await eventually { shows(client, 0, frame: 90) })
    engine.shutDown()
  }

  @Test func aBrokenNeighbourFailsAndTheOthersPlay() async throws {
    let noise = try TestClips.file(
      "noise.mp4", (0..<9_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) })
    let (engine, client) = makeClient([try TestClips.portrait(), noise, FilePath("/no/such.mp4")])
    client.setWindow(PreloadWindow(current: id(0), neighbours: [id(1), id(2)]))
    client.play(id(0))
    for (index, expected) in [
      (0, PlayerStatus.ready), (1, .failed(.notMedia)), (2, .failed(.notFound)),
    ] {
      var last = PlayerStatus.unknown
      for await status in client.status(id(index)) {
        last = status
        if status == expected { break }
      }
      #expect(last == expected)
    }
    engine.shutDown()
  }

  @Test func stepsShowEveryFrameBothWays() async throws {
    let (engine, client) = makeClient([try TestClips.portrait()])
    client.setWindow(PreloadWindow(current: id(0), neighbours: []))
    #expect(await eventually { client.frame(id(0)) != nil })
    client.seek(id(0), 0.8, .exact)
    #expect(await eventually { shows(client, 0, frame: 20) })
    for number in [21, 22, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 11] {
      let shown = client.frame(id(0))?.presentationTime ?? 0
      client.step(id(0), Double(number) / 25 > shown ? 1 : -1)
      #expect(await eventually { shows(client, 0, frame: number) }, "frame \(number)")
      #expect(await eventually { abs(client.time(id(0)).position - Double(number) / 25) < 0.001 })
    }
    client.play(id(0))
    #expect(await eventually { client.time(id(0)).position > 0.6 })
    engine.shutDown()
  }

  @Test func frameGrabsMatchTheirTimes() async throws {
    let (engine, client) = makeClient([try TestClips.portrait()])
    client.setWindow(PreloadWindow(current: id(0), neighbours: []))
    client.play(id(0))
    #expect(await eventually { client.time(id(0)).position > 0 })
    for number in [12, 46, 0, 30] {
      let request = StillRequest(
        id: id(0), time: Double(number) / 25, .exact,
        area: FrameArea(size: PixelSize(width: 20, height: 20)))
      let pixels = try await client.still(request).get()
      #expect(pixels.size == PixelSize(width: 12, height: 20))
      let gray = gray(Frame(pixels: pixels)) ?? -100
      #expect(abs(gray - TestClips.patternGray(number)) <= 3)
    }
    let whole = try await client.still(StillRequest(id: id(0), time: 0, .exact, area: nil)).get()
    #expect(whole.size == client.details(id(0))?.displaySize)
    // Play was not disturbed.
    #expect(client.frame(id(0))?.generation == 0)
    engine.shutDown()
  }
}
