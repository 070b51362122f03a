import Clients
import Foundation
import LibAV
import MediaCore
import Models
import Network
import Platform
import Sound
import TestSupport
import Testing

@testable import Playback

/// The engine with its threads on clips of a server.
@Suite struct RemoteClipTests {
  private let server: WebServer
  private let engine: PlaybackEngine
  private let client: PlayerClient

  init() throws {
    server = try WebServer(delay: 0.05)
    // No test waits for the end of a server's patience; a busy machine may.
    var tuning = PlaybackTuning()
    tuning.remoteOpenDeadline = 600
    tuning.remoteStallDeadline = 600
    engine = PlaybackEngine(
      EngineCore(
        opener: LibAVOpener(
          web: CurlSource(WebConfiguration(userAgent: "Flick/test")), stallLimit: 600),
        makeSink: { ALSASink(device: "null") },
        makeSpeedChanger: { TapeSpeedChanger() },
        tuning: tuning, onFrame: { _ in }))
    client = PlayerClient.live(core: engine.core)
    client.setFrameArea(FrameArea(size: PixelSize(width: 40, height: 40)))
  }

  private func create(_ index: Int, _ path: String) throws -> PlayerID {
    let id = PlayerID(rawValue: index)
    let address = try #require(server.address(path))
    client.create(id, PlayerSource(.remote(address)))
    return id
  }

  private func bytes(of path: FilePath) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.description)))
  }

  @Test func remoteClipsArePreloaded() async throws {
    for (index, clip) in [try TestClips.portrait(), try TestClips.landscape()].enumerated() {
      server.serve("/\(index)", try bytes(of: clip))
    }
    let ids = [try create(0, "/0"), try create(1, "/1")]
    client.setWindow(PreloadWindow(current: ids[0], neighbours: [ids[1]]))
    client.play(ids[0])
    #expect(await eventually { client.frame(ids[0]) != nil && client.frame(ids[1]) != nil })
    #expect(await eventually { client.time(ids[0]).position > 0.2 })
    engine.shutDown()
  }

  @Test func leavingAClipOnASilentServerBlocksNothing() async throws {
    let silent = try bytes(of: TestClips.landscape())
    server.serve("/silent", silent) { $0.stall = silent.count / 2 }
    server.serve("/good", try bytes(of: TestClips.portrait()))
    let ids = [try create(0, "/silent"), try create(1, "/good")]
    client.setWindow(PreloadWindow(current: ids[0], neighbours: []))
    client.play(ids[0])
    #expect(await eventually { client.time(ids[0]).position > 0.1 })
    // It tells when it waits for what does not come.
    var status = PlayerStatus.ready
    for await latest in client.status(ids[0]) {
      status = latest
      if latest != .ready { break }
    }
    #expect(status == .opening)
    client.setWindow(PreloadWindow(current: ids[1], neighbours: [ids[0]]))
    client.play(ids[1])
    #expect(await eventually { client.time(ids[1]).position > 0.1 })
    #expect(client.frame(ids[0]) != nil)
    engine.shutDown()
  }

  @Test func remoteClipsHaveALongerTimeout() {
    let tuning = PlaybackTuning()
    #expect(tuning.openDeadline(for: .file(FilePath("a"))) == 2)
    #expect(RemoteAddress("http://a").map { tuning.openDeadline(for: .remote($0)) } == 8)
  }
}
