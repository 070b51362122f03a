import Clients
import Composable
import Models

/// The sections of the feed, as they were when it had so many items.
package struct FeedSections: Hashable, Sendable {
  /// Empty if the feed has none.
  package var all: [FeedSection] = []
  var count: Int?
  var filter = FeedFilter.none

  /// The source has changed: sections may be others, even if there are as many items.
  mutating func areOutdated(by changes: [FeedChange]) {
    let isOther = changes.contains { if case .reload = $0 { false } else { true } }
    if isOther { count = nil }
  }
}

extension Feed.State {
  /// The filter accepts so many items: its sections may be others.
  mutating func counted(_ count: Int) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    var shown = Effect<Feed.Action>.none
    if overview != nil {
      overview?.setCount(count)
      shown = readOverview()
    }
    sections.count = count
    sections.filter = filter
    return .merge(
      shown,
      .run { [feedClient, filter] send in
        await send(.sectionsFound(feedClient.sections(filter)))
      }
      .cancellable(id: Feed.CancelID.sections, cancelInFlight: true))
  }

  /// Whether sections were read for another number of items.
  package func isUncounted(_ count: Int) -> Bool {
    sections.count != count || sections.filter != filter
  }

  /// The sections were read.
  mutating func sectionsFound(_ found: [FeedSection]) -> Effect<Feed.Action> {
    sections.all = found
    guard overview != nil else { return .none }
    overview?.setSections(found)
    return readOverview()
  }

  /// Goes to the first item of the next or previous section.
  func goToSection(by steps: Int) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    if overview != nil { return .send(.overview(.moved(.sections(steps)))) }
    let sections = sections.all
    return .run { [feedClient, filter, id = window.lastItem] send in
      guard let number = feedClient.place(id, filter).number.map({ $0 - 1 }),
        let start = sections.start(steps, from: number), start != number
      else { return }
      await send(.sectionFound(start))
    }
  }
}

extension [FeedSection] {
  /// Where the section begins that is some sections away from an item; `nil` if there are none.
  ///
  /// Backwards, the first step leads to the beginning of the item's own section.
  func start(_ steps: Int, from number: Int) -> Int? {
    guard let index = index(of: number) else { return nil }
    let isInside = steps < 0 && number > self[index].start
    let (target, overflows) = index.addingReportingOverflow(isInside ? steps + 1 : steps)
    let limit = overflows ? (steps > 0 ? count - 1 : 0) : target
    return self[Swift.min(Swift.max(limit, 0), count - 1)].start
  }
}
