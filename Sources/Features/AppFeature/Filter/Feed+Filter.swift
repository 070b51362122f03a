import Composable
import Models

// The line in which a filter, a number or tags are typed.
extension Feed.State {
  /// A line to be opened; `nil` if there is nothing that could have tags.
  func line(_ kind: Overlay.Kind) -> Filter.State? {
    switch kind {
    case .filter:
      return Filter.State(
        filter: filter, at: window.lastID,
        hidesJudged: triage.isOn && Triage.hidesJudged(filter))
    case .number:
      return Filter.State(filter: filter, at: window.lastID, for: .number)
    case .tags:
      guard let subject = subjects.first, subject.key != nil else { return nil }
      let tags = isLot ? [] : review(of: subject.id).tags
      return Filter.State(
        filter: filter, at: .item(subject.id), for: .tags(known: triage.knownTags),
        text: tags.map { "\($0), " }.joined())
    default:
      return nil
    }
  }

  /// Closes the line, and does what was typed: the item with its number is shown, or the last one if
  /// there are fewer.
  mutating func closeLine(_ wish: Filter.Delegate) -> Effect<Feed.Action> {
    guard let line = overlay?.line else { return .none }
    if wish == .cancel { return restoreFilter() }
    overlay = nil
    visit?.isPreview = false
    switch wish {
    case .tag(let tags) where line.previousID?.item == subjects.first?.id:
      return withTriage { $0.tag(tags) }
    case .goTo(let number):
      return change { window in
        window.open(Opening(cursor: .index(max(number, 1) - 1), filter: window.nextFilter))
      }
    case .keepFilter:
      // Without a match, the page before it is where Esc leads.
      window.rememberLast(line.previousID)
      return .none
    case .cancel, .tag:
      return .none
    }
  }

  /// The filter being typed; `nil` if none is.
  var typedFilter: FeedFilter? { overlay?.id == .filter ? overlay?.line?.filter : nil }

  /// The text changed: shows the best match or, without text, the previous page.
  mutating func followFilter() -> Effect<Feed.Action> {
    guard let line = overlay?.line, let wanted = typedFilter, wanted != window.nextFilter else {
      return .none
    }
    return change { window in
      FeedFilter(text: line.text) == .none
        ? window.open(at: line.previousID?.item, filter: wanted)
        : window.open(Opening(cursor: .bestMatch, filter: wanted))
    }
  }

  /// Closes the line and restores the previous filter and page.
  mutating func restoreFilter() -> Effect<Feed.Action> {
    guard let overlay = overlay.take(), let line = overlay.line, overlay.id == .filter else {
      return .none
    }
    let id = line.previousID
    return change { window in
      guard !window.isStale, window.filter == line.previousFilter,
        id == window.currentID || id.map(window.pages.contains(id:)) ?? false
      else { return window.open(at: id?.item, filter: line.previousFilter) }
      return window.cancelOpening() + window.turn(to: id) + window.grow()
    }
  }
}
