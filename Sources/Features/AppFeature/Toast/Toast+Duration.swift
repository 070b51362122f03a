extension Toast.Message {
  /// How long the message shows.
  package var duration: Duration {
    switch self {
    case .paused, .seek, .liked: Self.glance
    case .likeFailed, .refreshFailed, .jumpFailed, .openFailed, .saveFailed, .saved, .copied,
      .soundIsMissing:
      Self.reading
    case .muted, .volume, .speed, .fit, .loop, .soundTrack, .subtitles, .soundIsBack, .refreshed,
      .opened, .saving, .end:
      Self.words
    case .note: Self.note
    }
  }

  /// A frame, or what the eye expects: longer it would only be in the way.
  package static let glance = Duration.milliseconds(800)
  /// Two or three words are read twice in that time.
  package static let words = Duration.milliseconds(1_500)
  /// A reason in two lines.
  package static let reading = Duration.seconds(4)
  /// At the start the eye is on the frame first.
  package static let note = Duration.seconds(5)
}
