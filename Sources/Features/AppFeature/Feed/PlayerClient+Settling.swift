import Clients
import Models

extension PlayerClient {
  /// Waits until each of some players has a frame or never will.
  ///
  /// - Parameters:
  ///   - ids: The items whose players are watched, concurrently.
  ///   - timeout: How long to wait at most.
  /// - Returns: The status of those that are ready or have failed. None of them is watched any
  ///   more.
  func settledStatuses(
    of ids: [ItemID], within timeout: Duration, on clock: any Clock<Duration>
  ) async -> [ItemID: PlayerStatus] {
    // `nil` on timeout.
    await withTaskGroup(of: (id: ItemID, status: PlayerStatus?)?.self) { group in
      for id in ids {
        group.addTask {
          for await status in self.status(PlayerID(.item(id))) where !status.isWaiting {
            return (id, status)
          }
          // The player was closed before it had a status.
          return (id, nil)
        }
      }
      group.addTask {
        try? await clock.sleep(for: timeout)
        return nil
      }
      var statuses: [ItemID: PlayerStatus] = [:]
      for _ in ids {
        guard let settled = await group.next() ?? nil else { break }
        statuses[settled.id] = settled.status
      }
      group.cancelAll()
      return statuses
    }
  }
}
