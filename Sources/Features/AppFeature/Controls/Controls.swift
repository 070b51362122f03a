import Composable
import Models

/// The visibility and use of the seek bar: it fades out while a clip plays and there is no input;
/// the pointer previews positions and drags it (docs/decisions/screen-seek-bar.md).
package struct Controls: Reducer {
  /// The user's interaction with the bar.
  package struct State: Hashable, Sendable {
    /// Whether the bar is shown all the time.
    package let isPermanent: Bool
    /// Whether there was input just now, or playback has just started.
    package var isAwake = true
    /// The part of the clip under the pointer, from 0 to 1, while it moves over the bar.
    package var hover: Double?
    /// The part of the clip that the bar is dragged to, while the button is held.
    package var grip: Double?

    package init(isPermanent: Bool = false) { self.isPermanent = isPermanent }
  }

  package enum Action: Hashable, Sendable {
    /// A key was pressed or the wheel turned.
    case used
    /// The pointer moved to a part of the clip; `nil` off the bar.
    case pointed(at: Double?)
    /// Dragging began.
    case grabbed(at: Double)
    case dragged(to: Double)
    case released(at: Double)
    /// There was no input for a while.
    case rested
  }

  enum CancelID: Hashable, Sendable {
    case rest
  }

  /// How long the bar stays after the last input.
  package static let patience = Duration.seconds(2)

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .used: break
    case .pointed(at: let fraction): state.hover = fraction
    case .grabbed(at: let fraction):
      state.grip = fraction
      state.hover = fraction
    case .dragged(to: let fraction):
      guard state.grip != nil else { return .none }
      state.grip = fraction
      state.hover = fraction
    case .released: state.grip = nil
    case .rested:
      state.isAwake = false
      state.hover = nil
      return .none
    }
    return state.wake()
  }
}

extension Controls.State {
  /// Shows the bar until there is no input for a while.
  package mutating func wake() -> Effect<Controls.Action> {
    isAwake = true
    return .send(.rested, after: Controls.patience, id: Controls.CancelID.rest)
  }

  /// Ends dragging and hovering: the clip under the bar changed, or it is no longer used.
  package mutating func cancelDrag() {
    grip = nil
    hover = nil
  }

  /// Ends dragging and hovering, and cancels the timer.
  package mutating func end() -> Effect<Controls.Action> {
    cancelDrag()
    return .cancel(id: Controls.CancelID.rest)
  }
}
