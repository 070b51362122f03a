import Clients
import MediaCore
import Models
import Platform

// What is counted for those who want to know how well it goes.
extension PlaybackLoop {
  /// Notes that a frame went out of its time before it was shown.
  func noteLate(_ count: Int, of player: Player) {
    guard count > 0 else { return }
    player.update { $0.figures.late += count }
  }

  /// Notes the frames that the decoder left out to catch up: so many as the clip's rate has
  /// between two that it gave.
  func noteSkipped(by decoder: ClipDecoder, of player: Player) {
    guard decoder.source.effort >= .referenceOnly, let rate = decoder.info.frameRate else { return }
    let passed = decoder.latestPeriod * rate
    guard passed.isFinite, passed < 1_000 else { return }
    noteLate(Int(passed.rounded()) - 1, of: player)
  }

  /// Notes that a frame was made ready for the screen.
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
  /// How ready the clips next to the one on screen are.
  var neighbours: [(id: PlayerID, stage: PreloadStage?)] {
    orders.neighbours.compactMap(player).map { ($0.id, $0.hasFailed ? nil : $0.stage) }
  }
}

extension StatisticsClient {
  /// The figures of an engine.
  package static func live(
    core: EngineCore, memory: @escaping @Sendable () -> Int?,
    record: (@Sendable (_ sample: StatisticsSample) -> Void)?
  ) -> StatisticsClient {
    var client = StatisticsClient()
    client.player = { core.player($0)?.figures }
    client.neighbours = { core.neighbours }
    client.memory = memory
    client.record = record
    return client
  }
}
