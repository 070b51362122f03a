import AppFeature
import Clients
import Composable
import Graphics
import Models

// What the view and the feed tell each other.
extension AppView {
  /// Starts to follow the feed: its list, and how long its page is on screen.
  func followFeed() {
    feedObservations = [
      store.observe(distinct: \.feed.listUpdate) { [weak self] update in
        if let update { self?.apply(update) }
      },
      store.observe(distinct: \.feed.unseenID) { [weak self] id in
        // A new page has its own half second; without one there is nothing to wait for.
        self?.visitTimer.isRunning = false
        self?.visitTimer.isRunning = id != nil
      },
    ]
    placeTimer.onTick = { [weak self] in self?.tickPlace() }
    visitTimer.onTick = { [weak self] in self?.tellWhatIsSeen() }
  }

  /// Forgets what was made of items that are different now, and says so.
  private func apply(_ update: ListUpdate) {
    switch update {
    case .refresh: forgetPage()
    case .update(let steps):
      // Pages that are not on screen are not laid out; the place on it may be another.
      if let itemOnScreen, steps.contains(.reload(itemOnScreen)) { forgetPage() }
    }
    needsChrome = true
    store.send(.feed(.listUpdateApplied))
    drawAnyway()
  }

  /// Tells the feed which items have been on screen long enough to count as seen.
  private func tellWhatIsSeen() {
    let ids = store.state.feed.unloggedVisible(now: date())
    if !ids.isEmpty { store.send(.feed(.impressionsSeen(ids))) }
  }

  /// Looks where the item on screen stands.
  ///
  /// - Returns: Whether it is another one than before.
  func readPlace() -> Bool {
    let place = feedClient.place(itemOnScreen, store.state.feed.filter)
    let hasMoved = place != shownPlace
    shownPlace = place
    placeTimer.isRunning = place.isGrowing
    return hasMoved
  }

  /// Nothing else may tell that more has been found.
  private func tickPlace() {
    let place = feedClient.place(itemOnScreen, store.state.feed.filter)
    placeTimer.isRunning = place.isGrowing
    guard place != shownPlace else { return }
    needsChrome = true
    drawAnyway()
  }

  private var itemOnScreen: ItemID? { store.state.feed.currentID }

  /// Tells the feed and the help how far their texts can be scrolled on this screen.
  func tellHeights() {
    let feed = store.state.feed
    let texts = texts
    if let article = feed.current?.article, let row = texts.lastArticleRow(in: drawing.layout),
      row != article.scroll.lastRow
    {
      store.send(.feed(.item(article.item.id, .article(.laidOut(lastRow: row)))))
    }
    if let details = feed.details, let row = texts.details?.lastStart,
      row != details.scroll.lastRow
    {
      store.send(.feed(.details(.scroll(.laidOut(lastRow: row)))))
    }
    if let help = store.state.help, let row = texts.help?.lastStart, row != help.lastRow {
      store.send(.help(.laidOut(lastRow: row)))
    }
  }

  /// How many rows of an article are in sight.
  var textHeight: Int { ArticleText.textRows(drawing.layout.picture.rows) }
}

extension Feed.State {
  /// The item on screen, as long as it has not been seen.
  fileprivate var unseenID: ItemID? {
    visit.flatMap { $0.isSeen ? nil : $0.id }
  }
}
