import Composable
import Models

extension Feed.State {
  /// Opens the filter line with the current filter.
  mutating func openFilterLine() {
    guard filterLine == nil else { return }
    filterLine = Filter(filter: filter, at: currentID ?? window.lastID)
  }

  /// The text changed: shows the best match or, without text, the previous page.
  mutating func followFilterLine() -> Effect<Feed.Action> {
    guard let filterLine else { return .none }
    let wanted = FeedFilter(text: filterLine.text)
    guard wanted != window.nextFilter else { return .none }
    return change { window in
      wanted == .none
        ? window.open(at: filterLine.previousID, filter: .none)
        : window.open(Opening(cursor: .bestMatch, filter: wanted))
    }
  }

  /// Closes the line and restores the previous filter and page.
  mutating func restoreFilter() -> Effect<Feed.Action> {
    guard let line = filterLine else { return .none }
    filterLine = nil
    let id = line.previousID
    return change { window in
      guard !window.isStale, window.filter == line.previousFilter,
        id == window.currentID || id.map(window.pages.contains(id:)) ?? false
      else { return window.open(at: id, filter: line.previousFilter) }
      return window.cancelOpening() + window.turn(to: id) + window.grow()
    }
  }

  /// Closes what lies over the page; with nothing open, clears the filter and stays on the page.
  mutating func closeTopmost() -> Effect<Feed.Action> {
    if details != nil { return closeDetails() }
    if filterLine != nil { return restoreFilter() }
    guard window.nextFilter != .none else { return .none }
    return change { $0.open(at: $0.currentID ?? $0.lastID, filter: .none) }
  }
}
