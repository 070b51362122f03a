/// What the view looks at again and again.
package enum Look: Int, CaseIterable, Sendable {
  case bar, spinner, slide, pan, place, figures, record

  /// Seconds between two looks.
  package var interval: Double {
    switch self {
    case .bar: SeekBar.interval
    case .spinner: SpinnerOverlay.interval
    case .slide: Slide.interval
    case .pan: Pan.interval
    case .place: TitleBar.placeInterval
    case .figures: StatisticsPanel.interval
    case .record: StatisticsPanel.recordInterval
    }
  }
}

/// When the view looks at what: a look that is not wanted costs nothing.
///
/// A value in time that its caller tells, in seconds of a monotonic clock.
package struct PollSchedule: Sendable {
  /// When each look is next; infinite for those that are not wanted.
  private var times = [Double](repeating: .infinity, count: Look.allCases.count)

  /// When the next look is; infinite if there is none.
  package var next: Double { times.min() ?? .infinity }

  /// Whether a look comes again and again.
  package func keeps(_ look: Look) -> Bool { times[look.rawValue] < .infinity }

  /// Begins to look, or ends it.
  package mutating func keep(_ look: Look, _ isWanted: Bool, at time: Double) {
    guard isWanted != keeps(look) else { return }
    times[look.rawValue] = isWanted ? time + look.interval : .infinity
  }

  /// Whether it is time for a look, which is taken by that: those that were missed are not made up for.
  package mutating func takes(_ look: Look, at time: Double) -> Bool {
    let due = times[look.rawValue]
    guard due <= time else { return false }
    let next = due + look.interval
    times[look.rawValue] = next > time ? next : time + look.interval
    return true
  }
}
