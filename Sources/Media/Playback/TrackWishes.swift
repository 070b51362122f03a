import Models
import Platform

/// Which tracks of a clip were chosen, and which are played.
final class TrackWishes: Sendable {
  private struct State {
    // `nil` for what the clip starts with.
    var sound: Int?
    var captions: Int?
    var playedSound: Int?
  }

  private let state = Lock(State())

  /// The choice as it stands, whether or not the decoder has heard of it.
  var choice: TrackChoice {
    state.withLock { TrackChoice(sound: $0.sound ?? $0.playedSound, captions: $0.captions) }
  }

  /// Chooses the sound track; `nil` for the one the clip starts with.
  func chooseSound(_ id: Int?) { state.withLock { $0.sound = id } }

  /// Chooses the captions; `nil` for none.
  func chooseCaptions(_ id: Int?) { state.withLock { $0.captions = id } }

  /// Notes the track that is played.
  func noteSound(_ id: Int?) { state.withLock { $0.playedSound = id } }
}
