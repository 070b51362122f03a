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

// Which clips are made ready to be seen.
extension FeedWindow {
  /// The clips worth having ready, by the likelihood of the next swipe: on, back, then further on,
  /// then what is about to become part of the window.
  var preload: PreloadWindow {
    let batches = (self[direction].settling + self[direction.opposite].settling).compactMap {
      $0.playable == nil ? nil : PlayerID($0.id)
    }
    guard let index = currentIndex else {
      return PreloadWindow(current: nil, neighbours: batches)
    }
    let step = direction.rawValue
    var offsets = [step, -step, 2 * step, -2 * step]
    offsets += (3...Neighbourhood.ahead).map { $0 * step }
    offsets += (3...Neighbourhood.behind).map { -$0 * step }
    let neighbours = offsets.compactMap { offset in
      pages.indices.contains(index + offset) ? pages[index + offset].playerID : nil
    }
    return PreloadWindow(current: pages[index].playerID, neighbours: neighbours + batches)
  }

  /// What the player of an item has to open; `nil` for an item without one.
  func playerRequest(_ player: PlayerID) -> PlayerRequest? {
    let id = ItemID(rawValue: player.rawValue)
    let item = pages[id: id]?.item ?? (ahead.settling + behind.settling).first { $0.id == id }
    return item?.playable.map { PlayerRequest(id: player, location: $0.location) }
  }
}
