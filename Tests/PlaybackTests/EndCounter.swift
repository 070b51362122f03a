import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Counts how often a player has played to its end.
final class EndCounter {
  private let broadcast: Broadcast<Void>?

  init(_ rig: EngineRig, _ id: Int) {
    broadcast = rig.core.player(PlayerID(rawValue: id))?.ends
  }

  var count: Int { broadcast?.sentCount ?? 0 }
}
