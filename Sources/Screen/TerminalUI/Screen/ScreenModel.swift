import AppFeature
import Composable
import Models

/// Everything on screen except the frame, the position and the place in the feed, as one value.
///
/// It is built from the state in one place; drawing code sees only this.
package struct ScreenModel: Hashable, Sendable {
  package var page: Page
  /// The page on screen, in the overview that of the item under the cursor; `nil` if there is none.
  package var pageID: PageID?
  /// The pages before and after it, as far as known.
  package var previous: Neighbour?
  package var next: Neighbour?
  /// Which items are shown.
  package var filter: FeedFilter
  package var overlay: Overlay.State?
  /// Which excerpt of a film is on screen; `nil` if none.
  package var excerptPlace: Excerpt.Place?
  /// The film that the clip on screen is a piece of, as its feed says.
  package var film: Film?
  /// Whether that film is on screen, in place of its piece.
  package var isFilm: Bool
  /// Where the excerpts of the film begin, in seconds.
  package var excerptStarts: [Double]
  /// What is remembered of the item on screen.
  package var marks: ItemMarks
  /// The end of the feed at which the user is waiting for items; `nil` if they are not, or not for
  /// long.
  package var waitingSide: FeedDirection?
  package var isRefreshing: Bool
  /// The machine of the clip to which a lost connection is being made again; `nil` if none is.
  package var reconnecting: CleanText?
  package var loopMode: LoopMode
  package var sound: Sound
  package var speed: PlaybackSpeed
  package var fit: FrameFit
  /// The current toast, unless it is about another page.
  package var message: Toast.Message?
  package var controls: Controls.State
  package var isStatisticsShown: Bool
  /// Whether the keys of triage are in force.
  package var isTriaging: Bool
  /// The tags that have keys there.
  package var tags: [String]
  /// The lines of the clip's caption, during triage.
  package var caption: [CleanText]
  /// The seconds that a verdict takes; `nil` if there were too few.
  package var pace: Double?
  /// Empty if the feed has none.
  package var sections: [FeedSection]
  /// Grows when items of the feed change.
  package var revision: Int

  package init(_ state: App.State) {
    let feed = state.feed
    page = feed.page
    let (shown, subject) = (feed.shown, feed.subject?.id)
    pageID = feed.subjectPage
    let index = feed.currentID.flatMap { feed.items.index(id: $0) }
    previous = index.flatMap { $0 > 0 ? Neighbour(feed.items[$0 - 1]) : nil }
    next = index.flatMap { $0 + 1 < feed.items.count ? Neighbour(feed.items[$0 + 1]) : nil }
    filter = feed.filter
    overlay = feed.overlay
    excerptPlace = shown?.item?.excerpt?.place
    film = feed.isFilm ? nil : shown?.item?.film
    isFilm = feed.isFilm && shown != nil
    excerptStarts = shown == nil ? [] : feed.excerptStarts
    marks = feed.marks(of: subject)
    let review = feed.review(of: subject)
    if !review.isEmpty { marks.review = review }
    waitingSide = feed.spinner.isVisible ? feed.window.direction : nil
    isRefreshing = feed.refreshing != nil
    reconnecting = feed.reconnecting
    loopMode = feed.loopMode
    sound = state.sound
    speed = state.speed
    fit = state.fit
    message = feed.toast.message.flatMap { [pageID] in $0.concerns(pageID) ? $0 : nil }
    controls = state.controls
    isStatisticsShown = state.isStatisticsShown
    isTriaging = feed.triage.isOn
    tags = feed.triage.tags
    caption =
      isTriaging ? shown?.item.flatMap { feed.triage.notes[$0.id]?.caption } ?? [] : []
    pace = isTriaging ? feed.triage.pace : nil
    sections = feed.sections.all
    revision = feed.window.revision
  }

  /// The overview, if it is on screen.
  package var overview: OverviewPage? {
    if case .overview(let overview) = page { overview } else { nil }
  }

  /// The clip or still on screen, if the page has one.
  package var clip: ClipPage? {
    if case .clip(let clip) = page { clip } else { nil }
  }

  /// Whether a text is over the page.
  package var isCovered: Bool { overlay?.coversPage == true }

  /// Whether the clip's position advances.
  package var isPlaying: Bool {
    guard let clip else { return false }
    return !clip.isPaused && !isCovered && !clip.hasEnded && clip.failure == nil
  }

  /// Whether the frame is static.
  package var isResting: Bool { !isPlaying && controls.grip == nil }

  package var isSeekBarShown: Bool {
    controls.isPermanent || !isPlaying || controls.isAwake || controls.grip != nil
  }
}

// What replaces the frame, and what is over it.
extension ScreenModel {
  /// What replaces the frame.
  package enum Page: Hashable, Sendable {
    /// No items yet, or none at all.
    case empty(isGrowing: Bool)
    case clip(ClipPage)
    case article(ArticlePage)
    case notice(NoticeItem)
    case overview(OverviewPage)
  }

  /// The overview; its tiles are observed apart, as `OverviewContent`.
  package struct OverviewPage: Hashable, Sendable {
    /// How much larger tiles are than usual.
    package var zoom: Int
    /// The title of the clip under the cursor, and where it is.
    package var title: CleanText
    package var location: CleanText
    /// How many clips there are, and how many are marked.
    package var count: Int
    package var markedCount: Int
    /// How many shelves there are; 0 on the sheet.
    package var shelfCount: Int
  }

  /// A page with a clip or a still.
  package struct ClipPage: Hashable, Sendable {
    package var playerID: PlayerID
    package var title: CleanText
    /// Whether that is the name of its file.
    package var isTitledByFile: Bool
    /// More facts from its source.
    package var facts: ItemFacts?
    package var location: CleanText
    /// Whether the clip comes from a server.
    package var isRemote: Bool
    /// Whether that is a web server.
    package var isOnWeb: Bool
    package var failure: MediaError?
    package var isPaused: Bool
    package var hasEnded: Bool
    package var isSpinnerVisible: Bool

    package init(
      playerID: PlayerID, clip: Clip, facts: ItemFacts? = nil, status: PlayerStatus = .ready,
      isPaused: Bool = false, hasEnded: Bool = false, isSpinnerVisible: Bool = false
    ) {
      self.playerID = playerID
      title = clip.title
      isTitledByFile = clip.isTitledByFile
      self.facts = facts
      location = CleanText(clip.location.description)
      isRemote = clip.location.isRemote
      isOnWeb = clip.location.address?.scheme.isWeb == true
      failure = if case .failed(let error) = status { error } else { nil }
      self.isPaused = isPaused
      self.hasEnded = hasEnded
      self.isSpinnerVisible = isSpinnerVisible
    }

    /// The title to show: the clip's own, if its source has only the name of its file.
    package func title(_ media: MediaDetails?) -> CleanText {
      isTitledByFile ? media?.title ?? title : title
    }
  }

  /// A page next to the one on screen.
  package struct Neighbour: Hashable, Sendable {
    package var title: CleanText
    /// Whether that is the name of its file.
    package var isTitledByFile = false
    /// The player that has its frame, if there is one.
    package var playerID: PlayerID?
  }

  package struct ArticlePage: Hashable, Sendable {
    package var article: Article
    package var author: CleanText?
    /// In seconds since 1970.
    package var date: Double?
    /// How many rows are scrolled out at the top.
    package var row: Int
  }
}

extension ScreenModel.Neighbour {
  fileprivate init(_ page: Item.State) {
    title = page.title
    isTitledByFile = page.clip?.clip.isTitledByFile ?? false
    playerID = page.playerID
  }
}

extension Feed.State {
  fileprivate var reconnecting: CleanText? {
    guard !lostMachines.isEmpty, let address = subject?.location?.address,
      lostMachines.contains(address.machine)
    else { return nil }
    return CleanText(address.machineName)
  }

  fileprivate var page: ScreenModel.Page {
    // An empty overview says no more than an empty page.
    if let overview, !isEmpty {
      return .overview(
        ScreenModel.OverviewPage(
          zoom: overview.zoom, title: overview.tile(at: overview.cursor)?.title ?? "",
          location: CleanText(overview.current?.location?.description ?? ""),
          count: overview.count, markedCount: overview.marked.count,
          shelfCount: overview.shelfCount))
    }
    return switch current {
    case .clip(let clip): .clip(clip.page)
    case .article(let article): .article(article.page)
    case .notice(let notice): .notice(notice)
    case nil: .empty(isGrowing: !isEmpty)
    }
  }
}

extension ClipItem.State {
  fileprivate var page: ScreenModel.ClipPage {
    ScreenModel.ClipPage(
      playerID: playerID, clip: clip, facts: item.facts, status: status,
      isPaused: play == .paused, hasEnded: play == .ended, isSpinnerVisible: spinner.isVisible)
  }
}

extension ArticleItem {
  fileprivate var page: ScreenModel.ArticlePage {
    ScreenModel.ArticlePage(
      article: article, author: item.facts?.author, date: item.facts?.date, row: scroll.row)
  }
}
