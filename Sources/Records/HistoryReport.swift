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
  /// The location of the first item of that run; empty if unknown.
  package var first = ""
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
