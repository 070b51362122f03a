import Composable
import Models

extension App.State {
  /// What is to be told of an action of the feed that has just been carried out; `nil` if nothing.
  func message(after action: Feed.Action) -> Toast.Message? {
    switch action {
    case .item(let id, .clip(.playPauseTapped)):
      guard let clip = feed.items[id: id]?.clip, clip.isStill || !clip.status.isFailed else {
        return nil
      }
      return .paused(clip.play == .paused, of: id)

    case .item(let id, .clip(.seekTapped(by: let seconds))):
      guard let clip = feed.items[id: id]?.clip, !clip.status.isFailed else { return nil }
      return .seek(by: toast.secondsSought(in: id, by: seconds), of: id)

    case .loopModeTapped:
      return .loop(feed.loopMode)

    default:
      return nil
    }
  }
}

extension App.State {
  /// Tells of the end against which a swipe is about to lead, once for each stay of a page.
  mutating func announceEnd(_ swipes: Swipes) -> Effect<App.Action> {
    guard let end = feed.window.end(against: swipes), end != reportedEnd else { return .none }
    reportedEnd = end
    return show(.end(end))
  }
}

extension Toast.State {
  /// How far a seek leads with those before it that are still told, if they went the same way.
  fileprivate func secondsSought(in item: ItemID, by seconds: Double) -> Double {
    guard case .seek(by: let before, of: item) = message, (before < 0) == (seconds < 0) else {
      return seconds
    }
    return before + seconds
  }
}
