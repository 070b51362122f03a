import Clients
import Composable
import FoundationEssentials
import Models

/// How often at most the reader's place is written down while pages turn, in seconds.
private let placeInterval = 3.0

extension Feed.State {
  /// Which page is on screen, and whether it is being looked at.
  struct Running: Equatable {
    var id: ItemID?
    var isRunning: Bool
  }

  /// What the time that counts as watched depends on.
  var running: Running {
    Running(id: currentID, isRunning: !isSuspended && (current?.isRunning ?? false))
  }

  /// A page has come onto the screen.
  mutating func beginVisit() {
    @Dependency(\.date) var date
    visit = currentID.map { Visit(id: $0, start: date.seconds) }
    runningChanged()
  }

  /// The page on screen has begun to run, or rests.
  mutating func runningChanged() {
    @Dependency(\.date) var date
    let isRunning = running.isRunning
    visit?.setRunning(isRunning, at: date.seconds)
  }

  /// The page goes from the screen: what is to be remembered of it is written down.
  mutating func endVisit(_ leaving: Impression.Leaving) -> Effect<Feed.Action> {
    @Dependency(\.date) var date
    @Dependency(\.historyClient) var historyClient
    defer { visit = nil }
    guard let visit, let item = items[id: visit.id]?.item,
      let impression = visit.impression(of: item, at: date.seconds, leaving: leaving)
    else { return .none }
    return .run { [historyClient] _ in await historyClient.record([impression]) }
  }

  /// Writes down where the reader is, unless that has been done just now: then a little later.
  mutating func rememberPlace() -> Effect<Feed.Action> {
    @Dependency(\.date) var date
    @Dependency(\.clock) var clock
    let now = date.seconds
    // One that is still to come is replaced. A clock that is set back holds nothing up.
    placeSaved = min(
      placeSaved > now ? placeSaved : max(placeSaved + placeInterval, now), now + placeInterval)
    let rest = placeSaved - now
    let wait: Effect<Feed.Action> =
      rest > 0 ? .run { [clock] _ in try await clock.sleep(for: .seconds(rest)) } : .none
    return .concatenate(wait, savePlace())
      .cancellable(id: Feed.CancelID.place, cancelInFlight: true)
  }

  /// Writes down where the reader is.
  func savePlace() -> Effect<Feed.Action> {
    @Dependency(\.historyClient) var historyClient
    guard let key = current?.item.key else { return .none }
    return .run { [historyClient] _ in await historyClient.savePlace(key) }
  }
}

extension DateGenerator {
  /// Seconds since 1970.
  fileprivate var seconds: Double { now.timeIntervalSince1970 }
}
