import Clients
import Composable
import Models

/// The sheet of thumbnails: a window of the index, as values without players, and a cursor
/// (docs/decisions/overview.md).
///
/// Items are numbered from 0 among those that the filter accepts.
package struct Overview: Reducer {
  package struct State: Hashable, Sendable {
    /// The tiles that were read.
    package internal(set) var tiles: IdentifiedArray<Tile> = []
    /// Where they are: on shelves that are on screen or around it, or on the sheet as a single one.
    var shelves: IdentifiedArray<Shelf.State> = [Shelf.State()]
    /// Where the cursor was on other shelves, by their names, as far as it has moved there.
    var places: [FeedSection.Name: Shelf.Place] = [:]
    /// Whether sections are shelves, if there are any.
    var isShelved: Bool
    /// How many items the filter accepts, as far as known.
    package internal(set) var count = 0
    /// The number of the item under the cursor.
    package internal(set) var cursor = 0
    /// The first row on screen, counted with headings.
    package internal(set) var top = 0
    /// `nil` until the screen has been laid out.
    package internal(set) var grid: Grid?
    /// The sections of the feed; empty if it has none.
    package internal(set) var sections: [FeedSection] = []
    var rows = OverviewRows()
    /// How much larger tiles are than usual, in steps.
    package internal(set) var zoom = 0
    /// The items that are marked, in the order in which that happened.
    package internal(set) var marked: IdentifiedArray<FeedItem> = [] {
      didSet { likedLot = [] }
    }
    /// What was liked at once, while it is marked: the next time, only that is unliked.
    var likedLot: Set<ItemID> = []
    /// The number of the item that was marked last.
    var anchor: Int?
    /// Whose marks were read.
    var remembered: Set<ItemID> = []
    /// Whether the screen has moved a moment ago.
    var isScrolling = false
    /// Whose thumbnails are wanted.
    var wantedIDs: Set<ItemID> = []
    /// Whether a page takes its place as soon as that is the one under the cursor.
    var isClosing = false
    /// Whether that page then shows excerpts.
    var opensExcerpts = false
    /// The item whose page was asked for because the cursor rests on it.
    var followed: ItemID?
    /// Whether the cursor has not moved for a while.
    var isLingering = false
    /// Since when the thumbnail under the cursor has been visible, in seconds since 1970; `nil` while
    /// there is none.
    var seenSince: Double?
    /// What it takes the place of.
    var page: Page
    let tilePlay: TilePlay

    init(
      page: Page, tilePlay: TilePlay = .silent, sections: [FeedSection] = [],
      isShelved: Bool = false, zoom: Int = 0
    ) {
      self.zoom = zoom
      self.page = page
      self.tilePlay = tilePlay
      self.sections = sections
      self.isShelved = isShelved
      followed = page.item
    }
  }

  package enum Action: Hashable, Sendable {
    /// Where the cursor is, and how many items there are.
    ///
    /// - isSame: Whether it is on the same item as before, which is elsewhere now.
    case located(Int, count: Int, isSame: Bool = false)
    case laidOut(Grid)
    case moved(Move)
    /// Scrolls by rows, up if negative.
    case scrolled(by: Int)
    /// Makes tiles larger by steps, smaller if negative.
    case zoomed(by: Int)
    /// Turns between the sheet and shelves.
    case shelvesTapped
    /// The filter accepts so many items.
    case counted(Int)
    case sectionsFound([FeedSection])
    case shelf(Int?, Shelf.Action)
    /// Marks the item under the cursor, or takes its mark away.
    case markTapped
    /// Marks all from the last mark to the cursor.
    case rangeTapped
    /// Marks all that match, or if they are, none.
    case allTapped
    /// These items are to be marked, with what is remembered of them.
    case lotFound([FeedItem], [ItemID: ItemMarks])
    /// Shows the page of the clip under the cursor.
    case opened
    case remembered([ItemID], [ItemID: ItemMarks])
    case thumbnailsChanged([ItemID: Thumbnail<Int>])
    /// The tiles on screen have not changed for a moment.
    case settled
    /// The cursor has not moved for a moment.
    case rested
    /// It has not moved for longer.
    case lingered
    case delegate(Delegate)
  }

  /// What the feed does for it.
  package enum Delegate: Hashable, Sendable {
    /// Shows the page again.
    case close
    /// Opens the page of an item.
    case open(ItemID)
  }

  enum CancelID: CaseIterable, Hashable, Sendable {
    case changes
    case settling
    case resting
    case marking
  }

  /// For how long the screen has to stand still before thumbnails are made for it: what is passed
  /// with a held key is not worth decoding.
  static let settleDelay = Duration.milliseconds(60)
  /// For how long the cursor has to rest before its clip plays.
  static let restDelay = Duration.milliseconds(200)
  /// For how long it has to rest before its clip is heard.
  static let soundDelay = Duration.milliseconds(600)

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .located(let number, let count, let isSame):
        state.setCount(count)
        state.place(at: number, keepsItem: isSame)
        return state.read(anew: true).merge(with: isSame ? .none : state.rest())
      case .laidOut(let grid):
        state.layOut(grid)
        return state.read()
      case .moved(let move): return state.go(move)
      case .scrolled(let rows):
        state.scroll(by: rows)
        (state.isScrolling, state.isClosing) = (true, false)
        state.noteSeen()
        return state.read().merge(with: state.rest())
      case .zoomed(let steps):
        state.zoom(by: steps)
        return .none
      case .shelvesTapped:
        state.toggleShelves()
        return state.read()
      case .counted(let count):
        state.setCount(count)
        return state.read()
      case .sectionsFound(let sections):
        state.setSections(sections)
        return state.read()
      case .shelf(let id, .found(let items, from: let start, let count)):
        state.setCount(count)
        state.take(items)
        state.noteSeen()
        let isAwaited = state.isClosing && state.followed != state.current?.id
        // The cursor may have gone elsewhere, and come back to what was still there.
        let isLate = state.missing(id).map { $0.lowerBound != start } ?? false
        return .merge(
          isLate ? state.read() : state.wantThumbnails(),
          isAwaited ? state.open(byExcerpts: state.opensExcerpts) : .none)
      case .remembered(let ids, let marks), .shelf(_, .remembered(let ids, let marks)):
        state.remember(ids, marks)
        state.noteSeen()
        return marks.isEmpty ? .none : state.wantThumbnails()
      case .markTapped: return state.markCurrent()
      case .rangeTapped: return state.markAll(in: state.markRange)
      case .allTapped:
        guard state.marked.count == min(state.count, Self.maxMarks) else {
          return state.markAll(in: 0..<state.count)
        }
        state.unmarkAll()
        return .none
      case .lotFound(let items, _):
        state.mark(items)
        return .none
      case .thumbnailsChanged(let thumbnails):
        state.take(thumbnails)
        state.noteSeen()
        return .none
      case .settled:
        state.isScrolling = false
        return state.wantAll()
      case .opened: return state.open()
      case .rested: return state.follow()
      case .lingered:
        state.isLingering = true
        return .none
      case .delegate: return .none
      }
    }
    .forEach(\.shelves, action: Action.shelfCase) { Shelf() }
  }
}
