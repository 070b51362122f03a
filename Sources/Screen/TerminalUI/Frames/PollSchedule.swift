/// The recurring looks of the view.
package enum Look: Int, CaseIterable, Sendable {
  case bar, spinner, slide, place, figures, record, frame, tiles

  /// Seconds between two looks.
  package var interval: Double {
    switch self {
    case .bar: SeekBar.interval
    case .spinner: SpinnerOverlay.interval
    case .slide: Slide.interval
    case .place: TitleBar.placeInterval
    case .figures: StatisticsPanel.interval
    case .record: StatisticsPanel.recordInterval
    case .frame: FrameReport.interval
    case .tiles: TileMotion.interval
    }
  }
}

/// Schedules the view's looks: an unused look costs nothing.
///
/// A value whose caller provides the time, in seconds of a monotonic clock.
package struct PollSchedule: Sendable {
  /// The next time of each look; infinite for unused ones.
  private var times = [Double](repeating: .infinity, count: Look.allCases.count)

  /// The time of the next look; infinite if there is none.
  package var next: Double { times.min() ?? .infinity }

  /// Whether a look recurs.
  package func keeps(_ look: Look) -> Bool { times[look.rawValue] < .infinity }

  /// Starts or ends a recurring look.
  package mutating func keep(_ look: Look, _ isWanted: Bool, at time: Double) {
    guard isWanted != keeps(look) else { return }
    times[look.rawValue] = isWanted ? time + look.interval : .infinity
  }

  /// Whether a look is due; if so it is taken. Missed looks are not repeated.
  package mutating func takes(_ look: Look, at time: Double) -> Bool {
    let due = times[look.rawValue]
    guard due <= time else { return false }
    let next = due + look.interval
    times[look.rawValue] = next > time ? next : time + look.interval
    return true
  }
}
