import Clients
import Composable
import Models

/// How far round the page on screen players exist.
private enum Neighbourhood {
  /// Pages in the direction of the last swipe.
  static let ahead = 5
  /// Pages in the other direction.
  static let behind = 3
}

extension Feed.State {
  /// Makes players for the page on screen and its neighbours, and closes those further away.
  mutating func prepareWindow() -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    let wanted = wantedWindow
    guard wanted != window else { return .none }
    let before = window.players
    let after = wanted.players
    window = wanted
    let created = after.filter { !before.contains($0) }.compactMap(request)
    let deleted = before.filter { !after.contains($0) }
    for id in deleted { items[id: ItemID(rawValue: id.rawValue)]?.setStatus(.unknown) }
    return .run { [playerClient] _ in
      for request in created { playerClient.create(request) }
      playerClient.setWindow(wanted)
      if !deleted.isEmpty { playerClient.delete(deleted) }
    }
  }

  /// The clips worth having ready, by the likelihood of the next swipe: on, back, then further on.
  private var wantedWindow: PreloadWindow {
    guard let currentID, let index = items.index(id: currentID) else {
      return PreloadWindow(current: nil, neighbours: [])
    }
    let step = direction.rawValue
    var offsets = [step, -step, 2 * step, -2 * step]
    offsets += (3...Neighbourhood.ahead).map { $0 * step }
    offsets += (3...Neighbourhood.behind).map { -$0 * step }
    let neighbours = offsets.compactMap { offset -> PlayerID? in
      guard items.indices.contains(index + offset) else { return nil }
      return items[index + offset].playerID
    }
    return PreloadWindow(current: items[index].playerID, neighbours: neighbours)
  }

  private func request(_ id: PlayerID) -> PlayerRequest? {
    items[id: ItemID(rawValue: id.rawValue)]?.location.map {
      PlayerRequest(id: id, location: $0)
    }
  }
}

extension PreloadWindow {
  /// All players of the window, the one on screen first.
  fileprivate var players: [PlayerID] {
    [current].compactMap(\.self) + neighbours
  }
}
