import Composable
import Models

extension App.State {
  /// The message for an action of the feed that is about to be carried out; `nil` for none.
  func message(before action: Feed.Action) -> Toast.Message? {
    if case .excerpts(.found(let found, of: let item)) = action {
      guard feed.excerpting.isAwaited(on: item.id), feed.currentID == .item(item.id) else {
        return nil
      }
      return switch found {
      case .success(let spans): feed.isCovered ? nil : .excerpts(spans.count)
      case .failure(let error): .noExcerpts(error)
      }
    }
    guard case .changed(let changes) = action else { return triageMessage(before: action) }
    guard let item = feed.current?.item, changes.contains(.delete(item.id)) else { return nil }
    // The user has just had it removed.
    if case .applied = toast.message { return nil }
    return .removed(item.title)
  }

  /// The message for an action of the feed that has just been carried out; `nil` for none.
  func message(after action: Feed.Action) -> Toast.Message? {
    switch action {
    case .item(let id, .clip(.playPauseTapped)):
      guard let clip = feed.items[id: id]?.clip, clip.isStill || !clip.status.isFailed else {
        return nil
      }
      return .paused(clip.play == .paused, of: id)

    case .item(let id, .clip(.seekTapped(by: let seconds))):
      guard let clip = feed.items[id: id]?.clip, !clip.status.isFailed else { return nil }
      let step = clip.seekRun?.step ?? seconds
      return .seek(by: toast.secondsSought(in: id, by: step), of: id)

    case .item(let id, .clip(.chapterFound(let place))): return .chapter(place, of: id)
    case .item(let id, .clip(.eventFound(let place, by: let steps))):
      return .event(place, by: steps, of: id)
    case .chapters(.found([], of: let id, at: _)): return .chapter(nil, of: id)

    case .pointFound(let point, of: feed.currentID, at: _):
      return .marked(point, at: feed.review(of: feed.currentItem)[point])

    case .excerpts(.tapped) where feed.excerpting.isAwaited(on: feed.currentItem):
      return .findingExcerpts

    case .excerpts(.filmTimeFound), .item(_, .clip(.leftSpan)):
      return feed.isFilm ? .film : nil

    case .excerpts(.filmTapped)
    where feed.overview == nil && feed.current?.item?.film == nil && !feed.isFilm:
      return .noFilm

    case .loopModeTapped:
      return .loop(feed.loopMode)

    default:
      return nil
    }
  }
}

extension App.State {
  /// Reports that a swipe is about to hit an end of the feed, once per visit of a page.
  mutating func announceEnd(_ swipes: Swipes) -> Effect<App.Action> {
    guard let end = feed.window.end(against: swipes), end != reportedEnd else { return .none }
    reportedEnd = end
    return show(.end(end))
  }
}

extension Toast.State {
  /// The seconds of a seek, plus those still on screen from seeks in the same direction.
  fileprivate func secondsSought(in page: PageID, by seconds: Double) -> Double {
    guard case .seek(by: let before, of: page) = message, (before < 0) == (seconds < 0) else {
      return seconds
    }
    return before + seconds
  }
}
