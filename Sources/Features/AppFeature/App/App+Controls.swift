import Composable
import Models

extension App.State {
  /// Applies the user's action on the seek bar to the clip.
  mutating func reduce(_ action: Controls.Action) -> Effect<App.Action> {
    switch action {
    case .grabbed(at: let fraction): return scrub(.scrubBegan(at: fraction))
    case .dragged(to: let fraction): return scrub(.scrubMoved(to: fraction))
    case .released(at: let fraction): return scrub(.scrubEnded(at: fraction))
    case .used:
      // Any key or click may be for the page on screen.
      feed.window.stay()
      return .none
    case .pointed, .rested: return .none
    }
  }

  /// Shows the seek bar when the page changes, or its clip starts or stops.
  mutating func runningChanged(
    from old: Feed.State.Running, to new: Feed.State.Running
  ) -> Effect<App.Action> {
    guard !isLeaving else { return .none }
    if old.id != new.id { controls.cancelDrag() }
    return .adopt(&self, \.controls, action: App.Action.controlsCase) { $0.wake() }
  }

  private mutating func scrub(_ action: ClipItem.Action) -> Effect<App.Action> {
    guard let clip = feed.current?.clip else { return .none }
    return feed(.item(clip.id, .clip(action)))
  }
}

extension App.Action {
  package static let controlsCase = CasePath<App.Action, Controls.Action>(
    embed: App.Action.controls,
    extract: { if case .controls(let action) = $0 { action } else { nil } })
}
