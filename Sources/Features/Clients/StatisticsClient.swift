import Models

/// Where the figures come from that views tell, and where else they go.
package struct StatisticsClient: Sendable {
  /// What the engine has done for a clip; `nil` for an unknown one.
  package var player: @Sendable (_ id: PlayerID) -> PlayerStatistics? = { _ in nil }
  /// How ready the clips next to the one on screen are, the most wanted first; `nil` for one that
  /// cannot be played.
  package var neighbours: @Sendable () -> [(id: PlayerID, stage: PreloadStage?)] = { [] }
  /// What the process holds of the machine's memory, in bytes.
  package var memory: @Sendable () -> Int? = { nil }
  /// Takes a sample each second; returns at once. `nil` if nobody wants any.
  package var record: (@Sendable (_ sample: StatisticsSample) -> Void)?

  /// Creates a client that knows nothing.
  package init() {}
}
