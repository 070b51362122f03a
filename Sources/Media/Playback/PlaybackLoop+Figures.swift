import Clients
import MediaCore
import Models
import Platform

// Playback statistics.
extension PlaybackLoop {
  /// Records that a frame expired before it was shown.
  func noteLate(_ count: Int, of player: Player) {
    guard count > 0 else { return }
    player.update { $0.figures.late += count }
  }

  /// Records the frames skipped by the decoder, because the screen cannot take them, or to catch up: the latter
  /// estimated from the frame rate and the distance between two decoded frames.
  func noteSkipped(by decoder: ClipDecoder, of player: Player) {
    let unasked = decoder.latestLeftOut
    if unasked > 0 { player.update { $0.figures.unasked += unasked } }
    guard decoder.source.demand.effort >= .referenceOnly, let rate = decoder.info.frameRate else {
      return
    }
    let passed = decoder.latestPeriod * rate
    guard passed.isFinite, passed < 1_000 else { return }
    noteLate(Int(passed.rounded()) - 1 - unasked, of: player)
  }

  /// Records that a frame was made ready for the screen.
  func noteMade(_ frame: DecodedFrame, of player: Player) {
    let host = core.hostTime()
    var offset: Double?
    if machine.phase == .running, core.clock.isRunning, decoder?.sound != nil {
      let ahead = frame.due - core.clock.position(at: host)
      offset = ahead / core.clock.speed(at: host) - lead.value
    }
    let lead = lead.value
    player.update {
      $0.figures.made += 1
      $0.figures.lead = lead
      if let offset { $0.figures.offset = offset }
    }
  }
}

extension EngineCore {
  /// The preload stages of the clips next to the one on screen.
  var neighbours: [(id: PlayerID, stage: PreloadStage?)] {
    orders.neighbours.compactMap(player).map { ($0.id, $0.hasFailed ? nil : $0.stage) }
  }
}

extension StatisticsClient {
  /// A client of an engine.
  ///
  /// - Parameters:
  ///   - memory: The memory used by the process, in bytes.
  ///   - server: The connection to a server.
  package static func live(
    core: EngineCore, memory: @escaping @Sendable () -> Int?,
    server: @escaping @Sendable (RemoteAddress) -> ServerStatistics?,
    record: (@Sendable (_ sample: StatisticsSample) -> Void)?
  ) -> StatisticsClient {
    var client = StatisticsClient()
    client.player = { core.player($0)?.figures }
    client.neighbours = { core.neighbours }
    client.server = { core.player($0)?.location.address.flatMap(server) }
    client.memory = memory
    client.record = record
    return client
  }
}
