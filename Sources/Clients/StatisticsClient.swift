import Models

/// Where the figures come from that views tell, and where else they go.
package struct StatisticsClient: Sendable {
  /// What the engine has done for a clip; `nil` for an unknown one.
  package var player: @Sendable (_ id: PlayerID) -> PlayerStatistics?
  /// What the process holds of the machine's memory, in bytes.
  package var memory: @Sendable () -> Int?
  /// Takes a sample each second; returns at once. `nil` if nobody wants any.
  package var record: (@Sendable (_ sample: StatisticsSample) -> Void)?

  /// Creates a client.
  package init(
    player: @escaping @Sendable (_ id: PlayerID) -> PlayerStatistics?,
    memory: @escaping @Sendable () -> Int?,
    record: (@Sendable (_ sample: StatisticsSample) -> Void)? = nil
  ) {
    self.player = player
    self.memory = memory
    self.record = record
  }

  /// A client that knows nothing.
  package static let ignorant = StatisticsClient(player: { _ in nil }, memory: { nil })
}
