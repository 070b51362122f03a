import Clients
import Composable
import FoundationEssentials
import Models

/// The minimum interval between saves of the user's place while pages turn, in seconds.
private let placeInterval = 3.0

extension Feed.State {
  /// Which page is on screen, and whether it is being watched.
  struct Running: Equatable {
    var id: PageID?
    var isRunning: Bool
  }

  /// What watch time depends on.
  var running: Running {
    Running(
      id: currentID, isRunning: !isSuspended && !isCovered && (current?.isRunning ?? false))
  }

  /// A page is now on screen.
  mutating func beginVisit() {
    @Dependency(\.date) var date
    // The overview is no visit to what it shows.
    guard overview == nil else { return }
    visit = currentID.map { Visit(id: $0, start: date.seconds) }
    visit?.isPreview = overlay?.id == .filter
    runningChanged()
  }

  /// The page on screen started or paused.
  mutating func runningChanged() {
    @Dependency(\.date) var date
    let isRunning = running.isRunning
    visit?.setRunning(isRunning, at: date.seconds)
  }

  /// The page leaves the screen: records its visit, unless it was not chosen or has shown nothing.
  mutating func endVisit(_ leaving: Impression.Leaving) -> Effect<Feed.Action> {
    @Dependency(\.date) var date
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    defer { visit = nil }
    guard let visit, !visit.isPreview, let page = items[id: visit.id],
      page.clip?.status.isFailed != true,
      let item = page.item,
      let impression = visit.impression(of: item, at: date.seconds, leaving: leaving)
    else { return .none }
    marks[item.id, default: ItemMarks()].seen = impression.end
    return .run { [feedClient, recordClient, filter] _ in
      var impression = impression
      impression.place = feedClient.place(item.id, filter).number
      await recordClient.record(impression)
    }
  }

  /// Saves the user's place, or a little later if that was done just now.
  mutating func rememberPlace() -> Effect<Feed.Action> {
    @Dependency(\.date) var date
    @Dependency(\.clock) var clock
    let now = date.seconds
    // A pending save is replaced. A clock that is set back delays nothing.
    placeSaved = min(
      placeSaved > now ? placeSaved : max(placeSaved + placeInterval, now), now + placeInterval)
    let rest = placeSaved - now
    let wait: Effect<Feed.Action> =
      rest > 0 ? .run { [clock] _ in try await clock.sleep(for: .seconds(rest)) } : .none
    return .concatenate(wait, savePlace())
      .cancellable(id: Feed.CancelID.place, cancelInFlight: true)
  }

  /// Does nothing on a page without a key.
  func savePlace() -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    guard let item = current?.item, let key = item.key else { return .none }
    let place = LastPlace(key: key, excerptStart: item.excerpt?.span.start)
    return .run { [recordClient] _ in await recordClient.savePlace(place) }
  }
}

extension DateGenerator {
  /// Seconds since 1970.
  var seconds: Double { now.timeIntervalSince1970 }
}
