import Clients
import Composable

extension Effect {
  /// Tells the engine something.
  static func player(
    _ tell: @escaping @Sendable (PlayerClient) -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    @Dependency(\.playerClient) var playerClient
    return .run(
      operation: { [playerClient] _ in tell(playerClient) }, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Sends an action after a while, in place of one of the same id that still waits.
  static func send(
    _ action: Action, after duration: Duration, id: some Hashable & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    @Dependency(\.clock) var clock
    return Self.run(
      operation: { [clock] send in
        try await clock.sleep(for: duration)
        await send(action)
      }, fileID: fileID, filePath: filePath, line: line, column: column
    )
    .cancellable(id: id, cancelInFlight: true)
  }
}
