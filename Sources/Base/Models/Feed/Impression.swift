/// A record that an item was on screen long enough to be seen, and how.
package struct Impression: Hashable, Sendable {
  /// How the page left the screen.
  package enum Leaving: String, Hashable, Sendable {
    /// To the next page.
    case forwards
    /// To the page before.
    case backwards
    /// To a more distant page, or out of a filter.
    case jump
    /// The clip ended and the next one started automatically.
    case end
    /// The program ended or was stopped.
    case quit
    /// The item was deleted at its source.
    case deleted
    /// A piece led to its film.
    case film
  }

  /// Which page of an item.
  package enum Page: Hashable, Sendable {
    case item
    /// Part of the item's clip, in seconds.
    case excerpt(TimeSpan)
    /// The film that an excerpt, or a clip of a feed, has led to.
    case film
  }

  package var key: ContentKey
  package var title: CleanText
  /// When the page appeared on screen, in seconds since 1970.
  package var start: Double
  /// When it left the screen, in seconds since 1970.
  package var end: Double
  /// How long it played or, if it does not play, was shown, in seconds.
  package var watched: Double
  /// How often the clip reached its end.
  package var loops: Int
  package var leaving: Leaving
  /// Which page of the feed it was, from 1; `nil` if unknown.
  package var place: Int?
  package var page = Page.item

  package init(
    key: ContentKey, title: CleanText, start: Double, end: Double, watched: Double, loops: Int,
    leaving: Leaving, place: Int? = nil
  ) {
    self.key = key
    self.title = title
    self.start = start
    self.end = end
    self.watched = watched
    self.loops = loops
    self.leaving = leaving
    self.place = place
  }
}
