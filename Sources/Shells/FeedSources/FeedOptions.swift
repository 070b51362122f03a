/// How a feed is made of the paths given.
package struct FeedOptions: Hashable, Sendable {
  /// The item a feed opens at.
  package enum Start: Hashable, Sendable {
    /// The item of this number, the first being 0.
    case index(Int)
    /// The first clip of exactly this file name.
    case name([UInt8])
  }

  /// Whether files and folders whose names begin with a dot are found.
  package var includesHidden = false
  /// Whether a single file stands alone, without its folder.
  package var isOnly = false
  /// Where to open; `nil` for the beginning, or for the file if a single one is given. Everything
  /// before it has to be found first.
  package var start: Start?
  /// Whether the feed runs from its end to its beginning.
  package var isReversed = false
  /// Keeps clips whose names contain these bytes, ASCII letters in upper and lower case alike;
  /// empty keeps all.
  package var match: [UInt8] = []

  /// Creates the options of a bare command line.
  package init() {}
}
