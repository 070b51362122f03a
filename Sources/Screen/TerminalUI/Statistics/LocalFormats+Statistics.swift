import Models
import Platform

// Formats of the statistics.
extension LocalFormats {
  func bytes(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "?" }
    return bytes(Int(number))
  }

  func milliseconds(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e6 else { return "?" }
    return localized("%s ms", count(Int((seconds * 1_000).rounded())))
  }

  func signedMilliseconds(_ seconds: Double) -> String {
    seconds > 0 ? "+\(milliseconds(seconds))" : milliseconds(seconds)
  }

  /// The round trip, rate and bytes under way of a connection.
  func connection(_ server: ServerStatistics) -> [String] {
    [
      server.roundTrip.map { localized("%s round trip", milliseconds($0)) },
      server.rate.map { localized("%s/s", bytes($0)) },
      localized("%s under way", bytes(server.bytesUnderWay)),
    ].compactMap(\.self)
  }

  /// The neighbours, with adjacent ones of the same stage grouped.
  func window(_ neighbours: [StatisticsSample.Neighbour]) -> [String] {
    var runs: [(first: Int, last: Int, stage: PreloadStage?)] = []
    for neighbour in neighbours {
      let distance = neighbour.distance
      if let run = runs.last, run.stage == neighbour.stage, run.last + 1 == distance {
        runs[runs.count - 1].last = distance
      } else {
        runs.append((distance, distance, neighbour.stage))
      }
    }
    func place(_ distance: Int) -> String { distance > 0 ? "+\(distance)" : "\(distance)" }
    return runs.map { run in
      let places =
        run.first == run.last
        ? place(run.first) : localized("%1$s to %2$s", place(run.first), place(run.last))
      return "\(places) \(run.stage?.word ?? localized("broken"))"
    }
  }
}

extension PreloadStage {
  fileprivate var word: String {
    switch self {
    case .closed: localized("closed")
    case .probed: localized("known")
    case .poster: localized("still")
    case .opened: localized("open")
    case .ready: localized("ready")
    }
  }
}
