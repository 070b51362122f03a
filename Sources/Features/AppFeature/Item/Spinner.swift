import Composable

/// Decides when a spinner shows, so that it neither flashes for a short wait nor flickers.
///
/// A wait shorter than `delay` shows none; a visible spinner stays for at least `minimum`.
package enum Spinner: Hashable, Sendable {
  /// There is no wait.
  case hidden
  /// A wait has started and may still end unnoticed.
  case pending
  /// Shown; it must stay for now, even if the wait ends.
  case shown(waitEnded: Bool)
  /// Shown for the minimum; it disappears as soon as the wait ends.
  case settled

  /// How long a wait may last without a spinner.
  package static let delay = Duration.milliseconds(300)
  /// How long a visible spinner stays at least.
  package static let minimum = Duration.milliseconds(500)

  package enum Event: Hashable, Sendable {
    case waitingBegan
    case waitingEnded
    case delayElapsed
    case minimumElapsed
  }

  package var isVisible: Bool {
    switch self {
    case .hidden, .pending: false
    case .shown, .settled: true
    }
  }

  /// Advances the state, and starts its timer.
  ///
  /// - Parameters:
  ///   - id: The timer's name among the effects of its feature.
  ///   - action: Makes an action of the event at its end.
  mutating func reduce<Action: Sendable>(
    _ event: Event, id: some Hashable & Sendable, as action: (Event) -> Action
  ) -> Effect<Action> {
    switch (self, event) {
    case (.hidden, .waitingBegan):
      self = .pending
      return .send(action(.delayElapsed), after: Self.delay, id: id)
    case (.pending, .waitingEnded):
      self = .hidden
      return .cancel(id: id)
    case (.pending, .delayElapsed):
      self = .shown(waitEnded: false)
      return .send(action(.minimumElapsed), after: Self.minimum, id: id)
    case (.shown, .waitingEnded):
      self = .shown(waitEnded: true)
    case (.shown, .waitingBegan):
      self = .shown(waitEnded: false)
    case (.shown(let waitEnded), .minimumElapsed):
      self = waitEnded ? .hidden : .settled
    case (.settled, .waitingEnded):
      self = .hidden
    case (.hidden, _), (.pending, _), (.shown, _), (.settled, _):
      break
    }
    return .none
  }
}
