import Clients
import Composable
import Models

/// How far round the page on screen players exist.
private enum Neighbourhood {
  /// Pages in the direction of the last swipe: a batch that was made ready stays so.
  static let ahead = 7
  /// Pages in the other direction.
  static let behind = 3
}

extension Feed.State {
  /// Makes players for the page on screen, its neighbours and the batches that are on their way,
  /// and closes all others.
  ///
  /// - Parameter reloaded: Players whose clips have other content, which are made anew.
  /// - Returns: What tells the engine.
  mutating func prepareWindow(
    reloading reloaded: Set<PlayerID> = []
  ) -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    let wanted = wantedWindow
    guard wanted != window || !reloaded.isEmpty else { return .none }
    let before = window.players
    let after = wanted.players
    window = wanted
    let stale = before.filter(reloaded.contains)
    let created = after.filter { !before.contains($0) || reloaded.contains($0) }.compactMap(request)
    let deleted = before.filter { !after.contains($0) && !reloaded.contains($0) }
    for id in deleted { items.update(id: ItemID(rawValue: id.rawValue)) { $0.setStatus(.unknown) } }
    return .run { [playerClient] _ in
      if !stale.isEmpty { playerClient.delete(stale) }
      for request in created { playerClient.create(request) }
      playerClient.setWindow(wanted)
      if !deleted.isEmpty { playerClient.delete(deleted) }
    }
  }

  /// The clips worth having ready, by the likelihood of the next swipe: on, back, then further on,
  /// then what is about to become part of the window.
  private var wantedWindow: PreloadWindow {
    let batches = (self[direction].settling + self[direction.opposite].settling).compactMap {
      $0.playable == nil ? nil : PlayerID($0.id)
    }
    guard let currentID, let index = items.index(id: currentID) else {
      return PreloadWindow(current: nil, neighbours: batches)
    }
    let step = direction.rawValue
    var offsets = [step, -step, 2 * step, -2 * step]
    offsets += (3...Neighbourhood.ahead).map { $0 * step }
    offsets += (3...Neighbourhood.behind).map { -$0 * step }
    let neighbours = offsets.compactMap { offset -> PlayerID? in
      guard items.indices.contains(index + offset) else { return nil }
      return items[index + offset].playerID
    }
    return PreloadWindow(current: items[index].playerID, neighbours: neighbours + batches)
  }

  private func request(_ player: PlayerID) -> PlayerRequest? {
    let id = ItemID(rawValue: player.rawValue)
    let item = items[id: id]?.item ?? (ahead.settling + behind.settling).first { $0.id == id }
    return item?.playable.map { PlayerRequest(id: player, location: $0.location) }
  }
}

extension PreloadWindow {
  /// All players of the window, the one on screen first.
  fileprivate var players: [PlayerID] {
    [current].compactMap(\.self) + neighbours
  }
}
