extension MouseEvent {
  /// This event and the next as one that means the same: of motion the newest place counts, of a wheel
  /// how far it was turned. `nil` for presses and releases, and for what is done elsewhere or otherwise.
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
  /// The events of one reading, with the reports of the mouse that follow each other joined: a pointer
  /// that moves sends a hundred a second, and keys wait behind them. Keys, presses and releases stay
  /// as they are, in their order; answers of the terminal keep no reports apart.
  package var joiningMouseReports: [TerminalEvent] {
    var events: [TerminalEvent] = []
    events.reserveCapacity(count)
    /// Where among them the last of the user's is, if it is one of the mouse.
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
