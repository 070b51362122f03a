extension MouseEvent {
  /// This event and the next combined into an equivalent one: for motion the newest position, for a
  /// wheel the sum. `nil` for presses and releases, and for events elsewhere or of another kind.
  func joined(with next: MouseEvent) -> MouseEvent? {
    switch (kind, next.kind) {
    case (.move(let button), .move(let nextButton)) where button == nextButton:
      return next
    case (.wheel(let direction, let count), .wheel(let nextDirection, let nextCount))
    where direction == nextDirection && column == next.column && row == next.row:
      var joined = next
      joined.kind = .wheel(direction, count: count + nextCount)
      return joined
    default: return nil
    }
  }
}

extension [TerminalEvent] {
  /// The events of one read, with consecutive mouse reports joined: a moving pointer sends a
  /// hundred a second, and keys wait behind them. Keys, presses and releases stay unchanged and in
  /// order; replies do not separate reports.
  package var joiningMouseReports: [TerminalEvent] {
    var events: [TerminalEvent] = []
    events.reserveCapacity(count)
    /// The index of the user's last event, if it is a mouse event.
    var last: (index: Int, event: MouseEvent)?
    for event in self {
      switch event {
      case .mouse(let mouse):
        if let place = last, let joined = place.event.joined(with: mouse) {
          events[place.index] = .mouse(joined)
          last = (place.index, joined)
        } else {
          last = (events.count, mouse)
          events.append(event)
        }
      case .reply:
        events.append(event)
      default:
        last = nil
        events.append(event)
      }
    }
    return events
  }
}
