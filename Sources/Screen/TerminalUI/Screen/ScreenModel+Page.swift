import Models

extension ScreenModel {
  /// What takes the picture's place.
  package enum Page: Hashable, Sendable {
    /// Nothing is there yet, or nothing at all.
    case empty(isGrowing: Bool)
    case clip(ClipPage)
    case article(ArticlePage)
    case notice(NoticePage)
  }

  /// A page with a clip or a picture.
  package struct ClipPage: Hashable, Sendable {
    package var playerID: PlayerID
    package var title: CleanText
    /// What else its source tells of it.
    package var facts: ItemFacts?
    package var location: CleanText
    /// Whether the clip comes from a server.
    package var isRemote: Bool
    package var failure: MediaError?
    package var isPaused: Bool
    /// Whether the clip is held because something lies over it.
    package var isCovered: Bool
    package var hasEnded: Bool
    package var isSpinnerVisible: Bool

    /// Creates a page.
    package init(
      playerID: PlayerID, clip: Clip, facts: ItemFacts? = nil, status: PlayerStatus = .ready,
      isPaused: Bool = false, isCovered: Bool = false, hasEnded: Bool = false,
      isSpinnerVisible: Bool = false
    ) {
      self.playerID = playerID
      title = clip.title
      self.facts = facts
      location = CleanText(clip.location.description)
      isRemote = if case .remote = clip.location { true } else { false }
      failure = if case .failed(let error) = status { error } else { nil }
      self.isPaused = isPaused
      self.isCovered = isCovered
      self.hasEnded = hasEnded
      self.isSpinnerVisible = isSpinnerVisible
    }
  }

  /// A page next to the one on screen.
  package struct Neighbour: Hashable, Sendable {
    package var title: CleanText
    /// The player that has its picture, if it is one.
    package var playerID: PlayerID?
  }

  /// A page with a text to read.
  package struct ArticlePage: Hashable, Sendable {
    package var article: Article
    package var author: CleanText?
    /// In seconds since 1970.
    package var date: Double?
    /// How many rows have gone out of sight at the top.
    package var row: Int
  }

  /// A page with a message.
  package struct NoticePage: Hashable, Sendable {
    package var notice: Notice
    /// Whether what failed can be tried again, and whether that is under way.
    package var canRetry: Bool
    package var isRetrying: Bool
  }

  /// What lies over a page and tells of its item.
  package struct DetailsPage: Hashable, Sendable {
    package var item: FeedItem
    package var media: MediaDetails?
    package var failure: MediaError?
    package var isLiked: Bool
    /// How many rows have gone out of sight at the top.
    package var row: Int
  }
}
