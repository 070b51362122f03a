import Models

/// Which tracks of a clip were chosen, and which are played.
struct TrackWishes {
  /// The sound track chosen; `nil` for the one the clip starts with.
  var sound: Int?
  /// The captions chosen; `nil` for none.
  var captions: Int?
  /// The sound track that is played.
  var playedSound: Int?

  /// The choice as it stands, whether or not the decoder has heard of it.
  var choice: TrackChoice { TrackChoice(sound: sound ?? playedSound, captions: captions) }
}
