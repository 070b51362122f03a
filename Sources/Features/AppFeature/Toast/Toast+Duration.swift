extension Toast.Message {
  package var duration: Duration {
    switch self {
    case .paused, .seek, .liked, .lotLiked, .judged, .rated: Self.glance
    case .failed, .saveFailed, .saved, .copied, .soundIsMissing, .removed, .applied, .applyUndone,
      .noExcerpts, .findingExcerpts, .findingEvents:
      Self.reading
    case .chapter, .event, .excerpts, .film, .noFilm, .tagged, .marked, .unmarkable, .uncaptioned,
      .triage, .triageIsOff, .firstUnreviewed, .lot, .undone, .redone, .muted, .volume, .speed,
      .soundDelay, .fit,
      .loop, .noSections,
      .soundTrack, .subtitles, .soundIsBack, .refreshed, .opened, .saving, .end,
      .tooEarly:
      Self.words
    case .note, .keys, .unfinishedApply: Self.note
    }
  }

  /// For a still frame or an expected result: longer would only be in the way.
  package static let glance = Duration.milliseconds(800)
  /// Enough to read two or three words twice.
  package static let words = Duration.milliseconds(1_500)
  /// For a reason in two lines.
  package static let reading = Duration.seconds(4)
  /// At the start, the user looks at the frame first.
  package static let note = Duration.seconds(5)
}
