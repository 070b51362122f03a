/// The history of some items, added up.
package struct HistoryReport: Sendable {
  /// The items seen last, latest first.
  package var items: [SeenItem] = []
  package var itemCount = 0
  package var visitCount = 0
  /// In seconds.
  package var watched = 0.0
}

/// One visit, as saved.
package struct VisitRecord: Sendable {
  package var kind = ""
  package var location = ""
  /// The feed's address; empty but for entries.
  package var feed = ""
  package var title = ""
  package var source = ""
  /// Identifies the run of the program.
  package var sitting = 0
  /// In seconds since 1970.
  package var start = 0.0
  /// In seconds since 1970.
  package var end = 0.0
  /// In seconds.
  package var watched = 0.0
  package var loops = 0
  package var leaving = ""
  /// Which page of the feed it was, from 1; `nil` if unknown.
  package var place: Int?
  /// `item`, `excerpt` or `film`.
  package var page = ""
  /// In seconds of the clip; `nil` unless it is an excerpt.
  package var excerptStart: Double?
  package var excerptEnd: Double?
}

/// A clip that leads to a film: an excerpt, or one whose feed names its film.
package struct Short: Hashable, Sendable {
  package var location = ""
  package var title = ""
  /// Where it begins in its film, in seconds; `nil` if it is a clip of its own.
  package var excerptStart: Double?
  package var visits = 0
  /// How many of them led to the film.
  package var ledCount = 0
  /// How long it was watched, in seconds.
  package var watched = 0.0
  /// For how long the film was watched, whichever of its shorts led there, in seconds.
  package var filmWatched = 0.0
}

/// All visits of an item.
package struct SeenItem: Sendable {
  package var location = ""
  package var title = ""
  package var visits = 0
  /// In seconds.
  package var watched = 0.0
  /// When the last visit ended, in seconds since 1970.
  package var end = 0.0
  /// How the last visit ended: a raw value of `Impression.Leaving`.
  package var leaving = ""
  /// How far it had played, in seconds; `nil` if unknown.
  package var reached: Double?
  /// In seconds; `nil` if unknown.
  package var duration: Double?
}
