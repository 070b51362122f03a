import AppFeature
import Clients
import Composable
import Models
import TerminalCore

// The sources of the statistics.
extension AppView {
  /// All current statistics except rates.
  func statisticsSample() -> StatisticsSample {
    let feed = store.state.feed
    var sample = StatisticsSample(date: clock.date)
    sample.columns = terminal.size.columns
    sample.rows = terminal.size.rows
    sample.link = terminal.link
    sample.shown = statistics.figures.shown
    sample.droppedByLink = statistics.figures.droppedByLink
    sample.swipes = statistics.figures.swipes
    sample.memory = statistics.client.memory()
    guard let current = feed.current, let player = current.playerID else { return sample }
    sample.clip = StatisticsSample.ClipFacts(
      title: current.title, time: nowPlaying.time, details: nowPlaying.details)
    sample.frames = statistics.client.player(player) ?? PlayerStatistics()
    sample.server = statistics.client.server(player)
    let places = Dictionary(
      feed.items.enumerated().compactMap { place, item in item.playerID.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first })
    let own = places[player] ?? 0
    sample.neighbours =
      statistics.client.neighbours()
      .compactMap { neighbour in
        places[neighbour.id].map {
          StatisticsSample.Neighbour(distance: $0 - own, stage: neighbour.stage)
        }
      }
      .sorted { $0.distance < $1.distance }
    return sample
  }
}
