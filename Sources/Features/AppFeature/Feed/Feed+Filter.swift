import Composable
import Models

extension Feed.State {
  /// Opens the filter line with the current filter.
  mutating func openFilterLine() {
    guard filterLine == nil else { return }
    filterLine = Filter(
      filter: filter, at: window.lastID,
      hidesJudged: triage.isOn && Triage.hidesJudged(filter))
  }

  /// Opens the line for the number of an item.
  mutating func openNumberLine() {
    guard filterLine == nil else { return }
    filterLine = Filter(filter: filter, at: window.lastID, for: .number)
  }

  /// Opens the line for the tags of the item on screen.
  mutating func openTagLine() {
    guard filterLine == nil, let subject = subjects.first, subject.key != nil else { return }
    let tags = isLot ? [] : review(of: subject.id).tags
    filterLine = Filter(
      filter: filter, at: .item(subject.id), for: .tags(known: triage.knownTags),
      text: tags.map { "\($0), " }.joined())
  }

  /// Closes the line: its filter stays, its tags are taken up, or the item with its number is shown,
  /// or the last one if there are fewer.
  mutating func acceptFilterLine() -> Effect<Feed.Action> {
    visit?.isPreview = false
    guard let line = filterLine.take() else { return .none }
    if let tags = line.tags, line.previousID?.item == subjects.first?.id {
      let isLot = isLot
      return decide { review in
        // Those of several clips differ: they are added to.
        let tags =
          isLot ? review.tags + tags.filter { !review.tags.contains($0) } : tags
        review = Review(
          verdict: review.verdict, rating: review.rating, tags: tags, inPoint: review.inPoint,
          outPoint: review.outPoint)
      }
    }
    // Without a match, the page before it is where Esc leads.
    if line.purpose == .filter, currentID == nil { window.lastID = line.previousID }
    guard let number = line.number else { return .none }
    return change { window in
      window.open(Opening(cursor: .index(max(number, 1) - 1), filter: window.nextFilter))
    }
  }

  /// The text changed: shows the best match or, without text, the previous page.
  mutating func followFilterLine() -> Effect<Feed.Action> {
    guard let filterLine, filterLine.purpose == .filter else { return .none }
    let wanted = filterLine.filter
    guard wanted != window.nextFilter else { return .none }
    return change { window in
      FeedFilter(text: filterLine.text) == .none
        ? window.open(at: filterLine.previousID?.item, filter: wanted)
        : window.open(Opening(cursor: .bestMatch, filter: wanted))
    }
  }

  /// Closes the line and restores the previous filter and page.
  mutating func restoreFilter() -> Effect<Feed.Action> {
    guard let line = filterLine.take(), line.purpose == .filter else { return .none }
    let id = line.previousID
    return change { window in
      guard !window.isStale, window.filter == line.previousFilter,
        id == window.currentID || id.map(window.pages.contains(id:)) ?? false
      else { return window.open(at: id?.item, filter: line.previousFilter) }
      return window.cancelOpening() + window.turn(to: id) + window.grow()
    }
  }

  /// Closes what lies over the page; with nothing open, clears the filter and stays on the page.
  mutating func closeTopmost() -> Effect<Feed.Action> {
    if details != nil { return closeDetails() }
    if chapters != nil { return closeChapters() }
    if filterLine != nil { return restoreFilter() }
    if isLot, !isEmpty {
      overview?.unmarkAll()
      return .none
    }
    let filter = window.nextFilter
    let isTyped = Triage.filter(filter, hidesJudged: false) != .none
    if overview != nil, !isTyped { return closeOverview() }
    if overview == nil, let currentItem, window.excerpts[currentItem] != nil {
      return change { $0.leaveExcerpts() }
    }
    guard filter != .none else { return .none }
    // In triage, first what was typed goes, then what leaves judged clips out.
    let hidesJudged = triage.isOn && isTyped && Triage.hidesJudged(filter)
    let wider = Triage.filter(.none, hidesJudged: hidesJudged)
    let id = overview?.current?.id ?? window.lastItem
    return change { $0.open(at: id, filter: wider) }
  }
}
