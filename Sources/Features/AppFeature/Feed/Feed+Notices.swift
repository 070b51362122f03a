import Composable
import Models

extension ItemID {
  /// The notice that stands for a page that could not be read. The index numbers its items from 0.
  static func notice(_ direction: FeedDirection) -> ItemID {
    ItemID(rawValue: direction == .forwards ? -1 : -2)
  }

  /// Whether it is one of those.
  var isNotice: Bool { rawValue < 0 }
}

extension Feed.State {
  /// The page beyond an end could not be read: a notice takes its place, onto which the user is
  /// led who has swiped so far.
  mutating func fail(_ direction: FeedDirection, _ error: FeedError) -> Effect<Feed.Action> {
    let id = ItemID.notice(direction)
    var notice = Notice(error)
    notice.canRetry = true
    let page = Item.State.notice(
      NoticeItem(item: FeedItem(id: id, kind: .notice(notice)), notice: notice))
    if items.contains(id: id) {
      items[id: id] = page
    } else {
      items.insert(page, at: direction == .forwards ? items.count : 0)
    }
    self[direction].failure = error
    guard owedSwipes.signum() == direction.rawValue || currentID == nil else { return .none }
    owedSwipes = 0
    return turn(to: id, leaving: .jump)
  }

  /// Tries again to read the page that a notice stands for.
  mutating func retry(_ direction: FeedDirection) -> Effect<Feed.Action> {
    guard self[direction].failure != nil else { return .none }
    self[direction].failure = nil
    items.update(id: .notice(direction)) { page in
      guard case .notice(var notice) = page else { return }
      notice.isRetrying = true
      page = .notice(notice)
    }
    return edge(direction) == nil ? open(Opening(.start, filter: filter)) : fetch(direction)
  }

  /// What a notice on screen stands for is to be tried again.
  mutating func retryCurrent() -> Effect<Feed.Action> {
    switch currentID {
    case ItemID.notice(.forwards): retry(.forwards)
    case ItemID.notice(.backwards): retry(.backwards)
    default: refresh()
    }
  }

  /// The page has come that a notice stood for: the notice goes, and who looks at it sees what it
  /// stood for, or if that is nothing, what comes before.
  mutating func replaceNotice(
    _ direction: FeedDirection, with fresh: [FeedItem]
  ) -> Effect<Feed.Action> {
    let id = ItemID.notice(direction)
    guard items.contains(id: id) else { return .none }
    let isOwed = owedSwipes.signum() == direction.rawValue
    // The notice was a page, too: the first swipe against it brings what it stood for.
    let owed = isOwed ? abs(owedSwipes) - 1 : 0
    guard currentID == id else {
      if isOwed { owedSwipes = owed * direction.rawValue }
      items.remove(id: id)
      return .none
    }
    let steps = max(min(owed, fresh.count - 1), 0)
    let next = direction == .forwards ? fresh.dropFirst(steps).first : fresh.dropLast(steps).last
    let turned = turn(to: fresh.isEmpty ? edge(direction) : next?.id, leaving: .jump)
    owedSwipes = fresh.isEmpty ? 0 : (owed - steps) * direction.rawValue
    guard currentID != id else { return .none }
    items.remove(id: id)
    return turned
  }
}
