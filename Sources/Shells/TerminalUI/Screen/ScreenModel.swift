import AppFeature
import Models

/// All that the screen shows, but for the picture and the position, as one value.
///
/// State is read into it in one place; what draws sees only this.
package struct ScreenModel: Hashable, Sendable {
  /// What takes the picture's place.
  package enum Page: Hashable, Sendable {
    /// Nothing is there yet, or nothing at all.
    case empty(isGrowing: Bool)
    case clip(ClipPage)
    case notice(Notice)
  }

  /// A page with a clip.
  package struct ClipPage: Hashable, Sendable {
    package var playerID: PlayerID
    package var title: CleanText
    package var location: CleanText
    /// Whether the clip comes from a server.
    package var isRemote: Bool
    package var failure: MediaError?
    package var isPaused: Bool
    package var hasEnded: Bool
    package var isSpinnerVisible: Bool
  }

  package var page: Page
  package var place: Place?
  package var loopMode: LoopMode
  package var sound: Sound
  package var speed: PlaybackSpeed
  package var fit: PictureFit
  /// What is to be told for a moment.
  package var message: Sign.Message?
  package var isHelpShown: Bool

  /// Which page of how many.
  package struct Place: Hashable, Sendable {
    package var number: Int
    package var count: Int
    /// Whether there may be more than `count`.
    package var isGrowing: Bool
  }

  /// Reads a model off the state.
  package init(_ state: App.State) {
    page = state.feed.page
    place = state.feed.currentID.flatMap { state.feed.items.index(id: $0) }.map {
      Place(
        number: $0 + 1, count: state.feed.items.count, isGrowing: !state.feed.ahead.isReached)
    }
    loopMode = state.feed.loopMode
    sound = state.sound
    speed = state.speed
    fit = state.fit
    message = state.sign.message.flatMap { $0.concerns(state.feed.currentID) ? $0 : nil }
    isHelpShown = state.isHelpShown
  }

  /// The clip on screen, if the page has one.
  package var clip: ClipPage? {
    if case .clip(let clip) = page { clip } else { nil }
  }

  /// Whether the clip's position moves by itself.
  package var isPlaying: Bool {
    guard let clip else { return false }
    return !clip.isPaused && !clip.hasEnded && clip.failure == nil
  }
}

extension Feed.State {
  fileprivate var page: ScreenModel.Page {
    switch current {
    case .clip(let clip): .clip(clip.page)
    case .notice(let notice): .notice(notice.notice)
    case .picture(let picture): .clip(picture.page)
    case .article(let article):
      .notice(
        Notice(title: article.article.title, detail: article.article.paragraphs.first ?? ""))
    case nil: .empty(isGrowing: isGrowing)
    }
  }
}

extension ClipItem.State {
  fileprivate var page: ScreenModel.ClipPage {
    let failure: MediaError? = if case .failed(let error) = status { error } else { nil }
    let isRemote = if case .remote = clip.location { true } else { false }
    return ScreenModel.ClipPage(
      playerID: playerID, title: clip.title, location: CleanText(clip.location.description),
      isRemote: isRemote, failure: failure, isPaused: isPaused, hasEnded: hasEnded,
      isSpinnerVisible: spinner.isVisible)
  }
}

extension PictureItem.State {
  fileprivate var page: ScreenModel.ClipPage {
    let failure: MediaError? = if case .failed(let error) = status { error } else { nil }
    let isRemote = if case .remote = clip.location { true } else { false }
    return ScreenModel.ClipPage(
      playerID: playerID, title: clip.title, location: CleanText(clip.location.description),
      isRemote: isRemote, failure: failure, isPaused: isPaused, hasEnded: false,
      isSpinnerVisible: spinner.isVisible)
  }
}
