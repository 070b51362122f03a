import Clients
import Models

extension PlayerClient {
  /// Waits until each of some players has a picture or never will have one.
  ///
  /// - Parameters:
  ///   - ids: The items whose players are watched, side by side.
  ///   - timeout: How long to wait at most.
  ///   - clock: What the time is measured on.
  /// - Returns: What those that are ready or have failed have come to. Nobody watches any of them
  ///   any more by then.
  func settledStatuses(
    of ids: [ItemID], within timeout: Duration, on clock: any Clock<Duration>
  ) async -> [ItemID: PlayerStatus] {
    await withTaskGroup(of: Event.self) { group in
      for id in ids {
        group.addTask {
          for await status in self.status(PlayerID(id)) where !status.isWaiting {
            return .settled(id, status)
          }
          // The player was closed before it came to anything.
          return .settled(id, nil)
        }
      }
      group.addTask {
        try? await clock.sleep(for: timeout)
        return .timedOut
      }
      var statuses: [ItemID: PlayerStatus] = [:]
      var waiting = ids.count
      while waiting > 0, let event = await group.next() {
        switch event {
        case .settled(let id, let status):
          statuses[id] = status
          waiting -= 1
        case .timedOut:
          waiting = 0
        }
      }
      group.cancelAll()
      return statuses
    }
  }
}

private enum Event: Sendable {
  case settled(ItemID, PlayerStatus?)
  case timedOut
}
