import Composable
import Models

/// The seek bar, as far as it comes and goes: it fades away while a clip plays and nobody touches
/// anything, and the pointer looks along it and pulls it (docs/decisions/screen-seek-bar.md).
package struct Controls: Reducer {
  /// What the user is doing.
  package struct State: Hashable, Sendable {
    /// Whether something was touched just now, or play has just begun.
    package var isAwake = true
    /// The part of the clip under the pointer, from 0 to 1, as long as it moves over the bar.
    package var hover: Double?
    /// The part of the clip that the bar is pulled to, as long as it is held.
    package var grip: Double?
  }

  /// What the user did.
  package enum Action: Hashable, Sendable {
    /// A key was pressed or the wheel turned.
    case used
    /// The pointer has moved to a part of the clip; `nil` where the bar is not.
    case pointed(at: Double?)
    /// The bar was taken hold of.
    case grabbed(at: Double)
    case dragged(to: Double)
    case released(at: Double)
    /// Nothing was touched for a while.
    case rested
  }

  enum CancelID: Hashable, Sendable {
    case rest
  }

  /// How long the bar stays after the last touch.
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
  /// Shows the bar from now on, until nothing is touched any more.
  package mutating func wake() -> Effect<Controls.Action> {
    isAwake = true
    return .send(.rested, after: Controls.patience, id: Controls.CancelID.rest)
  }

  /// Lets go of the bar: there is another clip under it, or nobody is there any more.
  package mutating func letGo() {
    grip = nil
    hover = nil
  }

  /// Waits for nothing any more.
  package mutating func end() -> Effect<Controls.Action> {
    letGo()
    return .cancel(id: Controls.CancelID.rest)
  }
}
