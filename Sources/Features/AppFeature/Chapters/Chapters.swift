import Composable
import Models

/// The chapters of the clip on screen, over its page, one of them selected.
package struct Chapters: Reducer {
  package struct State: Hashable, Sendable {
    /// At least one, by start time.
    package let chapters: [Chapter]
    /// The index of the selected one.
    package private(set) var selected: Int

    /// Selects the chapter that contains a time, in seconds.
    init(_ chapters: [Chapter], at time: Double) {
      self.chapters = chapters
      selected = chapters.lastIndex { $0.start <= time } ?? 0
    }

    mutating func move(by rows: Int) {
      selected = min(max(selected.adding(saturating: rows), 0), chapters.count - 1)
    }
  }

  package enum Action: Hashable, Sendable {
    /// Selects another one, so many rows below, above if negative.
    case moved(by: Int)
    /// Goes to the selected one.
    case chosen
    case delegate(Delegate)
  }

  /// What the feed does for it.
  package enum Delegate: Hashable, Sendable {
    /// The clip goes on there, in seconds.
    case seek(to: Double)
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .moved(by: let rows): state.move(by: rows)
    case .chosen: return .send(.delegate(.seek(to: state.chapters[state.selected].start)))
    case .delegate: break
    }
    return .none
  }
}
