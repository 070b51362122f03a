import Composable
import Models

extension Feed.State {
  /// Opens the line in which a filter is typed, with the one in force.
  mutating func openFilterLine() {
    guard filterLine == nil else { return }
    filterLine = Filter.State(filter: filter, at: currentID ?? lastID)
  }

  /// The text has changed: the best match comes onto the screen, or without any text, what was
  /// there before.
  mutating func followFilterLine() -> Effect<Feed.Action> {
    guard let filterLine else { return .none }
    let wanted = FeedFilter(text: filterLine.text)
    guard wanted != opening?.filter ?? filter else { return .none }
    guard wanted == .none else { return open(Opening(.bestMatch, filter: wanted)) }
    return open(at: filterLine.previousID, filter: .none)
  }

  /// Closes the line; its filter stays.
  mutating func keepFilter() -> Effect<Feed.Action> {
    filterLine = nil
    return .none
  }

  /// Closes the line; filter and page are those from before.
  mutating func restoreFilter() -> Effect<Feed.Action> {
    guard let line = filterLine else { return .none }
    filterLine = nil
    let id = line.previousID
    guard !isStale, filter == line.previousFilter,
      id == currentID || id.map(items.contains(id:)) ?? false
    else { return open(at: id, filter: line.previousFilter) }
    let cancelled = opening == nil ? Effect.none : cancelOpening()
    return .merge(cancelled, turn(to: id, leaving: .jump), grow())
  }

  /// Shows everything again, the page on screen where it is.
  mutating func clearFilter() -> Effect<Feed.Action> {
    guard (opening?.filter ?? filter) != .none else { return .none }
    return open(at: currentID ?? lastID, filter: .none)
  }
}
