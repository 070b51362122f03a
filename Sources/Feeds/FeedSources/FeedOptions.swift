import FeedCore
import Models

/// How a feed is made of the paths given.
package struct FeedOptions: Sendable {
  /// The item a feed opens at.
  package enum Start: Hashable, Sendable {
    /// The item of this number, the first being 0, among those that match.
    case index(Int)
    /// The item that is called so; see `StartSearch`.
    case name([UInt8])
    /// The item the reader was at last, by its key without secrets; if it is not there any more, the
    /// first one.
    case last(ContentKey)
    /// A file known to be there before anything was searched: the folder's path, and its name.
    case file(FilePath, [UInt8])
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
  /// What the items are sorted by.
  package var sort = OrderSort.name
  /// The item to open at has to match this filter; so must at least one, or there is no feed. What
  /// is shown of the feed is the business of whoever asks for pages.
  package var match = FeedFilter.none
  /// Lists of paths, a line each, that are read as they grow; `-` stands for standard input. What
  /// they name comes after the paths given.
  package var pathLists: [FilePath] = []
  /// Whether the paths in lists end in zero bytes instead of line feeds.
  package var isZeroSeparated = false
  /// Items that make the feed in place of paths; asked again for a refresh. Called off the main
  /// thread, too.
  package var items: (@Sendable () -> [FoundItem])?
  /// What `-` stands for. The descriptor is duplicated when the feed is opened.
  package var standardInput: Int32 = 0
  /// How long whoever asks for several items waits for more than one, in seconds.
  package var patience = 0.25
  /// How long the start waits for an order that is known only when everything has been found, in
  /// seconds: about as long as a start may take anyway before it is felt as a wait.
  package var sortPatience = 0.25
  /// Opens an address of the web that does not look like a clip's; `nil` takes all for clips.
  package var openWeb: (@Sendable (RemoteAddress, ListNaming) -> any PagedSource)?
  /// What reads the texts of feeds and lists.
  package var text = TextDecoder()
  /// How long a clip is, in seconds; `nil` if that is not to be known.
  package var duration: (@Sendable (FilePath) -> Double?)?

  /// Creates the options of a bare command line.
  package init() {}
}
