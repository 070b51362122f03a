import FeedCore
import Models
import Platform

/// How a feed is made from the given paths.
package struct FeedOptions: Sendable {
  /// The item a feed opens at.
  package enum Start: Hashable, Sendable {
    /// The item of this number among those that match, counted from 0.
    case index(Int)
    /// The item of this name; see `StartSearch`.
    case name([UInt8])
    /// The last item on screen, by its key without secrets; if it is gone, the first one.
    case last(ContentKey)
    /// A file known to exist before the search: its folder's path, and its name.
    case file(FilePath, [UInt8])
  }

  /// Whether to include files and folders whose names begin with a dot.
  package var includesHidden = false
  /// Whether a single file is the whole feed, without its folder.
  package var isOnly = false
  /// Where to open; `nil` for the beginning, or for the file if a single one is given. Everything
  /// before it has to be found first.
  package var start: Start?
  package var isReversed = false
  package var sort = OrderSort.name
  package var group = FeedGroup.folder
  /// The item to open at must match this filter, and at least one item must, or there is no feed.
  /// What is shown is decided by those who request batches.
  package var match = FeedFilter.none
  /// Lists of paths, one a line, that are read as they grow; `-` is standard input. Their paths
  /// follow the given ones.
  package var pathLists: [FilePath] = []
  /// Whether the paths in lists end with zero bytes instead of line feeds.
  package var isZeroSeparated = false
  /// Returns the items of a feed that is not made from paths; called again for a refresh, on any
  /// thread.
  package var items: (@Sendable () -> [FoundItem])?
  /// The descriptor that `-` stands for. It is duplicated when the feed is opened.
  package var standardInput: Int32 = 0
  /// How long a request for several items waits for more than one, in seconds.
  package var patience = 0.25
  /// How long the start waits for an order that is known only when everything was found, in
  /// seconds: as long as a start may take without being felt as a delay.
  package var sortPatience = 0.25
  /// How long the names of a folder on another machine arrive before the feed opens at the first of
  /// those that are there, in seconds: small folders are complete by then.
  package var namePatience = 0.05
  /// Opens a web address that does not look like a clip; `nil` takes all for clips.
  package var openWeb: (@Sendable (RemoteAddress, ListNaming) -> any PagedSource)?
  /// Opens a folder on another machine; `nil` takes all such addresses for clips.
  package var openFolder: (@Sendable (RemoteAddress) -> any PagedSource)?
  /// Decodes the texts of feeds and playlists.
  package var text = TextDecoder()
  /// Reads what sort orders and filters need of some items; called on one thread at a time.
  ///
  /// With a time to take, in seconds, it may open files. It returns the facts of at least the first
  /// item, and of as many as it could read. With none, it returns those up to the first item whose
  /// file would have to be opened.
  package var facts: FactReader = { items, needs, _ in
    items.map { item in
      var facts = KnownFacts(item, item.kind.filePath.flatMap { try? FileStatus($0) })
      if needs.contains(.media) { facts.setDay(WallClock.timeZone) }
      return facts
    }
  }

  /// Reads facts; see `facts`.
  package typealias FactReader =
    @Sendable (_ items: [FoundItem], _ needs: FactNeeds, _ time: Double) -> [KnownFacts]

  package init() {}
}
