import Models

/// The source of the statistics that views show, and their recipient.
package struct StatisticsClient: Sendable {
  /// The engine's statistics for a clip; `nil` for an unknown one.
  package var player: @Sendable (_ id: PlayerID) -> PlayerStatistics? = { _ in nil }
  /// How ready the neighbouring clips are, most wanted first; `nil` for one that cannot be played.
  package var neighbours: @Sendable () -> [(id: PlayerID, stage: PreloadStage?)] = { [] }
  /// The connection that a clip is read through; `nil` if nothing is known of it.
  package var server: @Sendable (_ id: PlayerID) -> ServerStatistics? = { _ in nil }
  /// The memory used by the process, in bytes.
  package var memory: @Sendable () -> Int? = { nil }
  /// Takes a sample each second; returns at once. `nil` if not wanted.
  package var record: (@Sendable (_ sample: StatisticsSample) -> Void)?

  package init() {}
}
