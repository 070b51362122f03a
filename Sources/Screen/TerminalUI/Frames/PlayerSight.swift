import Clients
import Models

/// What the player of the clip on screen shows now.
struct PlayerSight {
  /// Its newest picture; `nil` as long as there is none.
  var newest: Frame?
  var time = PlaybackTime()
  var captions: [Caption] = []
  /// What its container says; `nil` while it is not open.
  var details: MediaDetails?

  /// Nothing, of a page without a clip.
  init() {}

  /// Looks at a player.
  init(_ id: PlayerID, _ client: PlayerClient) {
    newest = client.frame(id)
    time = client.time(id)
    captions = client.captions(id)
    details = client.details(id)
  }
}
